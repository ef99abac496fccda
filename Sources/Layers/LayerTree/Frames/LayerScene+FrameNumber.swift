extension LayerScene {
    /// The number of the frame that is being made; nil between frames.
    package var frameNumber: Int? { isMakingFrame ? framesMade : nil }
}
