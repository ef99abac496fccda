/// How near to its target a movement counts as at rest: what is left is smaller than anybody sees.
enum RestThreshold {
    /// Of a place, in points of the view.
    static let points = 0.05
    /// Of a scale, in octaves: a fifteenth of a point at the edge of a large view.
    static let octaves = 1e-4
    /// Of an angle, in degrees: a tenth of a point at the edge of a large view.
    static let degrees = 5e-3
}
