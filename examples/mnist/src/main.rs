//! What was learned of MNIST while this program was compiled.

include!(concat!(env!("OUT_DIR"), "/mnist.rs"));

fn main() {
    println!(
        "{} of {} digits right ({:.2} %), {} parameters, {} epochs on {} digits",
        Mnist::CORRECT,
        Mnist::EVALUATED,
        100.0 * Mnist::ACCURACY,
        Mnist::PARAMETERS,
        Mnist::EPOCHS,
        Mnist::TRAINED
    );
    println!("recall of each digit:");
    for (digit, recall) in Mnist::CLASSES.iter().zip(Mnist::RECALL) {
        println!("  {digit}: {recall:.3}");
    }
}
