/// A point in the course of a repeating animation.
struct PlaybackPosition {
    /// The progress of the repetition from 0 to 1, before any timing function.
    var progress: Double
    /// The number of completed repetitions, a whole number.
    var repetitions: Double
    /// The progress at the end of each repetition: 1, or 0 if it plays backward again.
    var lastProgress: Double
}
