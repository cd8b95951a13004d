//! Two more models of some size.

neuralatex::train! {
    pub model Third<50, 98, 2> { data: blobs(100).classes(2).dimensions(50), epochs: 10 }

    pub model Fourth<50, 98, 2> { data: blobs(100).classes(2).dimensions(50), epochs: 10 }
}
