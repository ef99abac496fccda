/// How long an image took to appear after a mark of a flight.
///
/// Times are in seconds from the first frame that shows the mark's view, so that the position of the mark between two
/// frames does not matter. 0 means that it was there in that frame, nil that it was not there before the camera moved
/// on.
public struct ViewingDelay: Hashable, Sendable {
    /// The mark.
    public var mark: FlightMark
    /// The time until any pixel of the image was there.
    public var firstPixel: Double?
    /// The time until nothing was blank.
    public var covered: Double?
    /// The time until the image could not be sharper.
    public var sharp: Double?

    /// Creates a delay after which nothing has come yet.
    init(_ mark: FlightMark) {
        self.mark = mark
    }
}
