extension TIFFDirectory {
    /// The orientation that the page states; upright if it is missing or invalid.
    package var orientation: Orientation { integer(.orientation).flatMap(Orientation.init(rawValue:)) ?? .upright }
}
