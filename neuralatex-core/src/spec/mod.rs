//! What is to be trained: the builder of a model, and the words that its fields take.
//!
//! Nothing is computed here. A specification is checked as far as that goes without its
//! data by [`check`]; all else is for later stages.

pub(crate) mod activation;
pub(crate) mod advice;
pub(crate) mod budget;
pub(crate) mod canonical;
pub(crate) mod check;
pub(crate) mod init;
pub(crate) mod loss;
pub(crate) mod normalize;
pub(crate) mod optimizer;
pub(crate) mod precision;
pub(crate) mod quantize;
pub(crate) mod rate;
pub(crate) mod require;
pub(crate) mod source;
pub(crate) mod stop;

use std::path::PathBuf;

use activation::{Activation, Activations, Kind};
use advice::Advice;
use budget::Budget;
use init::{Init, he, xavier};
use loss::Loss;
use normalize::Normalize;
use optimizer::Optimizer;
pub use precision::Precision;
use quantize::Quantize;
use require::Requirement;
use source::Source;
use stop::Stop;

use crate::error::Field;

/// The size of a first layer that is as wide as the data, or of a last one with as many outputs as
/// there are classes, or targets. In the macro it is written `_`.
///
/// ```
/// # use neuralatex_core::prelude::*;
/// let model = model("Iris", [AUTO, 16, AUTO]).data(csv("iris.csv").label("species"));
/// ```
pub const AUTO: usize = usize::MAX;

/// The specification of a model: a network, its data and how to train it.
///
/// Made by [`model`]; only [`data`](Model::data) is required, all else has a default.
/// [`train`](Model::train) gives the trained model; [`compile`](Model::compile), in a build
/// script, writes it as Rust source.
#[derive(Clone, Debug)]
#[must_use = "a specification does nothing until `train` or `compile` is called"]
pub struct Model {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) layers: Vec<usize>,
    pub(crate) data: Option<Source>,
    pub(crate) eval: Option<Source>,
    pub(crate) activations: Activations,
    pub(crate) loss: Option<Loss>,
    pub(crate) optimizer: Optimizer,
    pub(crate) init: Option<Init>,
    pub(crate) normalize: Normalize,
    pub(crate) epochs: usize,
    pub(crate) batch: usize,
    pub(crate) seed: u64,
    pub(crate) shuffle: bool,
    pub(crate) restarts: usize,
    pub(crate) stop: Vec<Stop>,
    pub(crate) precision: Precision,
    pub(crate) quantize: Option<Quantize>,
    pub(crate) checkpoint: Option<PathBuf>,
    pub(crate) weights: Option<PathBuf>,
    /// Fields that are given, and that only a training has.
    pub(crate) of_training: Vec<Field>,
    pub(crate) budget: Option<Budget>,
    /// Whether it is trained even by a build that is not to train.
    pub(crate) is_exempt: bool,
    pub(crate) requirements: Vec<Requirement>,
    pub(crate) card: bool,
    pub(crate) allowed: Vec<Advice>,
}

/// Starts a specification: the name of the struct to generate and the sizes of the layers,
/// inputs first, outputs last.
///
/// ```
/// use neuralatex_core::prelude::*;
///
/// let trained = model("Xor", [2, 8, 1])
///     .data(points([([0.0, 0.0], 0), ([0.0, 1.0], 1), ([1.0, 0.0], 1), ([1.0, 1.0], 0)]))
///     .epochs(200)
///     .train()?;
/// assert!(trained.losses()[199] < 0.1);
/// # Ok::<(), Error>(())
/// ```
pub fn model(name: impl Into<String>, layers: impl Into<Vec<usize>>) -> Model {
    Model {
        name: name.into(),
        doc: String::new(),
        layers: layers.into(),
        data: None,
        eval: None,
        activations: activation::relu().into(),
        loss: None,
        optimizer: optimizer::adam(0.01),
        init: None,
        normalize: normalize::none(),
        epochs: 100,
        batch: 32,
        seed: 0,
        shuffle: true,
        restarts: 1,
        stop: Vec::new(),
        precision: Precision::F32,
        quantize: None,
        checkpoint: None,
        weights: None,
        of_training: Vec::new(),
        budget: None,
        is_exempt: false,
        requirements: Vec::new(),
        card: true,
        allowed: Vec::new(),
    }
}

impl Model {
    /// The doc comment of the generated struct.
    pub fn doc(mut self, text: impl Into<String>) -> Model {
        self.doc = text.into();
        self
    }

    /// What to train on: [`spiral`](crate::prelude::spiral), [`moons`](crate::prelude::moons),
    /// [`circles`](crate::prelude::circles), [`xor`](crate::prelude::xor),
    /// [`blobs`](crate::prelude::blobs), [`points`](crate::prelude::points),
    /// [`from_fn`](crate::prelude::from_fn), [`csv`](crate::prelude::csv) or
    /// [`idx`](crate::prelude::idx).
    pub fn data(mut self, source: impl Into<Source>) -> Model {
        self.data = Some(source.into());
        self
    }

    /// What to evaluate on: other data, or a share of it, [`hold_out(0.2)`](crate::prelude::hold_out).
    /// Without it there are no accuracy constants.
    pub fn eval(mut self, source: impl Into<Source>) -> Model {
        self.eval = Some(source.into());
        self
    }

    /// What hidden layers make of their sums: one for all of them, or a list with one for each.
    /// By default [`relu`](crate::prelude::relu).
    pub fn activation(mut self, activations: impl Into<Activations>) -> Model {
        self.activations = activations.into();
        self
    }

    /// The loss. By default [`max_margin`](crate::prelude::max_margin) for one output and two
    /// classes, [`cross_entropy`](crate::prelude::cross_entropy) for several outputs and classes,
    /// and [`mse`](crate::prelude::mse) for targets.
    pub fn loss(mut self, loss: Loss) -> Model {
        self.loss = Some(loss);
        self
    }

    /// How weights follow gradients. By default `adam(0.01)`.
    pub fn optimizer(mut self, optimizer: Optimizer) -> Model {
        self.optimizer = optimizer;
        self.training(Field::Optimizer)
    }

    /// The weights to start from. By default [`he`](crate::prelude::he) if all activations are
    /// `relu` or `leaky_relu`, else [`xavier`](crate::prelude::xavier).
    pub fn init(mut self, init: Init) -> Model {
        self.init = Some(init);
        self.training(Field::Init)
    }

    /// How inputs are brought to a common size. What it takes is learned on the training data and
    /// becomes part of the first layer: the trained model takes inputs as they are. A column of
    /// equal numbers tells nothing, so that its weights are 0. One that lies so far from 0, beside
    /// its own spread, that the first layer would lose it among the digits of the offset is an
    /// error. By default [`none`](crate::prelude::none).
    pub fn normalize(mut self, normalize: Normalize) -> Model {
        self.normalize = normalize;
        self
    }

    /// How often to go over the data. By default 100 times.
    pub fn epochs(mut self, epochs: usize) -> Model {
        self.epochs = epochs;
        self.training(Field::Epochs)
    }

    /// How many rows make one step. By default 32. A last batch may be smaller: its step
    /// uses the mean over the rows that it has.
    pub fn batch(mut self, rows: usize) -> Model {
        self.batch = rows;
        self.training(Field::Batch)
    }

    /// What all random choices follow from that have no seed of their own. By default 0.
    pub fn seed(mut self, seed: u64) -> Model {
        self.seed = seed;
        self
    }

    /// Whether each epoch goes over the data in a new order. By default it does.
    pub fn shuffle(mut self, shuffle: bool) -> Model {
        self.shuffle = shuffle;
        self.training(Field::Shuffle)
    }

    /// How many times to train, each with the seed after the last one's for start weights and
    /// shuffling, while data keeps the model's; the best is taken: by its loss on the evaluation
    /// rows, without these by its last training loss, of equal ones that with the lowest seed. One
    /// that diverges does not count. If they cannot differ, that is an error: where start weights
    /// have a seed of their own or are given, and rows keep their order or are all in one batch. By
    /// default 1.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let model = model("Arm", [2, 8, 1]).data(spiral(50)).eval(spiral(50)).restarts(5);
    /// ```
    pub fn restarts(mut self, times: usize) -> Model {
        self.restarts = times;
        self.training(Field::Restarts)
    }

    /// What may end training before its last epoch: one rule or several, of which the first that
    /// is met ends it, such as `patience(10)`. The weights are those of the last epoch that was
    /// run. By default there is none.
    pub fn stop(mut self, rules: impl IntoIterator<Item = Stop>) -> Model {
        self.stop.extend(rules);
        self.training(Field::Stop)
    }

    /// The kind of number in training and in the generated code. By default [`Precision::F32`].
    pub fn precision(mut self, precision: Precision) -> Model {
        self.precision = precision;
        self
    }

    /// Lets the generated code compute with integers alone, for processors that have nothing else:
    /// [`i8`](crate::prelude::i8). Training stays as it is; its weights are then rounded, and the
    /// range of each layer's values is that of the rows trained on. All that is measured is measured
    /// with the integers. By default they stay what they are.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let arm = model("Arm", [2, 8, 1]).data(moons(50)).quantize(i8()).train()?;
    /// assert!(arm.code().contains("pub const fn scores_i8(input: [i8; 2]) -> [i32; 1]"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn quantize(mut self, quantize: Quantize) -> Model {
        self.quantize = Some(quantize);
        self
    }

    /// A checkpoint file, relative to the crate's `Cargo.toml`: if it is there, training
    /// goes on from it, or is not done at all if it has all epochs already.
    /// [`Trained::save`](crate::Trained::save) and `cargo neuralatex save` write such files; builds only
    /// read them.
    ///
    /// From a `.safetensors` file any optimiser goes on, and ends with the bits of training at once; one that is from
    /// another specification or other rows is refused, unless `NEURALATEX_STALE` is `retrain`. Only `epochs` may
    /// differ, and the learning rates of epochs to come; with [`restarts`](Model::restarts), which begin anew, not even
    /// these. Any other file is the paper's text, which does not tell what it is from, and from which only `sgd`
    /// without momentum can go on.
    ///
    /// ```no_run
    /// # use neuralatex_core::prelude::*;
    /// let model = model("Arm", [2, 8, 1]).data(spiral(50)).checkpoint("arm.safetensors");
    /// ```
    pub fn checkpoint(mut self, path: impl Into<PathBuf>) -> Model {
        self.checkpoint = Some(path.into());
        self.training(Field::Checkpoint)
    }

    /// A network that was trained elsewhere: a safetensors file, relative to the crate's `Cargo.toml`, whose
    /// weights are shipped. Nothing is trained; evaluation, requirements, model card and report are those of
    /// any model. `data` is still there, for the classes, the names of columns and what
    /// [`normalize`](Model::normalize) learns; fields that only a training has, such as
    /// [`epochs`](Model::epochs), are an error.
    ///
    /// The tensors are those of PyTorch's linear layers, `<layer>.weight` of shape `[outputs, inputs]` and
    /// `<layer>.bias` of `[outputs]`, in F32, F64, F16 or BF16, and are rounded to the model's
    /// [`precision`](Model::precision). The names of layers differ in their numbers only, by which they are in order:
    /// `0`, `2` of a `Sequential`, `net.0`, `net.2` of one in a module, `fc1`, `fc2`, or `layers.0`, `layers.1` of our
    /// own files, checkpoints among them. A layer without a bias has biases of 0.
    ///
    /// With [`normalize`](Model::normalize) they are weights for inputs that are normalised as training
    /// would do it, and this becomes part of the first layer; it is part of it already in a file whose metadata
    /// has `"neuralatex.normalize": "folded"`. A file tells no activations, unless it is our own: then
    /// they have to be those of the model.
    ///
    /// ```no_run
    /// # use neuralatex_core::prelude::*;
    /// // In Python: safetensors.torch.save_file(model.state_dict(), "iris.safetensors")
    /// let iris = model("Iris", [4, 16, 3])
    ///     .data(csv("iris.csv").label("species"))
    ///     .eval(hold_out(0.2))
    ///     .weights("iris.safetensors")
    ///     .require(accuracy().at_least(0.9))
    ///     .train()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn weights(mut self, path: impl Into<PathBuf>) -> Model {
        self.weights = Some(path.into());
        self
    }

    /// How long training may take, all restarts together: past it, training ends with an error that tells
    /// how far it came and how long all would take. It changes nothing about what training gives.
    /// `NEURALATEX_BUDGET` (`90s`, `10m`, `2h`, `off`) sets that of all models. By default 10 minutes while
    /// a crate is compiled, and elsewhere none.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let model = model("Arm", [2, 8, 1]).data(spiral(50)).budget(seconds(60));
    /// ```
    pub fn budget(mut self, budget: Budget) -> Model {
        self.budget = Some(budget);
        self.training(Field::Budget)
    }

    /// Lets `NEURALATEX_FROZEN` have no say: for a model that takes no time, of a crate whose users cannot
    /// commit a checkpoint.
    #[doc(hidden)]
    pub fn exempt(mut self) -> Model {
        self.is_exempt = true;
        self
    }

    /// What must hold of the trained model, or training fails: one requirement or several,
    /// such as `accuracy().at_least(0.9)`.
    pub fn require(mut self, requirements: impl IntoIterator<Item = Requirement>) -> Model {
        self.requirements.extend(requirements);
        self
    }

    /// Whether the doc comment of the generated struct goes on, after what [`doc`](Model::doc) says,
    /// with a model card: results, specification, figures, and where the data is from. By default it
    /// does.
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let arm = model("Arm", [2, 8, 1]).data(spiral(50)).card(false).train()?;
    /// assert!(!arm.code().contains("<svg"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn card(mut self, card: bool) -> Model {
        self.card = card;
        self
    }

    /// Advice that this model does not need: one kind or several, such as
    /// [`unscaled`](crate::prelude::unscaled). See [`Trained::advice`](crate::Trained::advice).
    ///
    /// ```
    /// # use neuralatex_core::prelude::*;
    /// let model = model("Arm", [2, 8, 1]).data(spiral(50)).allow([unscaled(), unfinished()]);
    /// ```
    pub fn allow(mut self, advice: impl IntoIterator<Item = Advice>) -> Model {
        self.allowed.extend(advice);
        self
    }

    /// Remembers that a field is given which only a training has.
    fn training(mut self, field: Field) -> Model {
        if !self.of_training.contains(&field) {
            self.of_training.push(field);
        }
        self
    }

    /// The activation of each hidden layer.
    pub(crate) fn activations(&self) -> Vec<Activation> {
        let hidden = self.layers.len().saturating_sub(2);
        self.activations.of_layers(hidden)
    }

    /// The start weights that are given, or those that suit the activations.
    pub(crate) fn start(&self) -> Init {
        let bent =
            |activation: &Activation| matches!(activation.0, Kind::Relu | Kind::LeakyRelu(_));
        let default = || match self.activations().iter().all(bent) {
            true => he(),
            false => xavier(),
        };
        self.init.clone().unwrap_or_else(default)
    }

    /// Weights and biases: each neuron has one weight for each input, and one bias.
    pub(crate) fn parameters(&self) -> usize {
        parameters(&self.layers)
    }
}

/// Weights and biases of a network with these sizes.
pub(crate) fn parameters(layers: &[usize]) -> usize {
    layers.windows(2).fold(0, |sum, pair| {
        sum.saturating_add(pair[0].saturating_add(1).saturating_mul(pair[1]))
    })
}
