/// The remainders below which a motion counts as at rest because nobody sees them.
enum RestThreshold {
    /// Points of the view.
    static let points = 0.05
    /// Octaves of scale: a fifteenth of a point at the edge of a large view.
    static let octaves = 1e-4
    /// Degrees: a tenth of a point at the edge of a large view.
    static let degrees = 5e-3
}
