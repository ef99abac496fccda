/// How long somebody had to wait for a picture after a moment of a flight.
///
/// Times are in seconds from the first frame that shows the moment's view, so that it does not matter how the moment
/// lies between frames: 0 for a picture that was there in that frame. nil says that it did not come before the camera
/// went on.
public struct ViewingDelay: Hashable, Sendable {
    /// What had happened.
    public var mark: FlightMark
    /// Until any pixel of the image was there.
    public var firstPixel: Double?
    /// Until no place was blank.
    public var covered: Double?
    /// Until the picture could not be sharper.
    public var sharp: Double?

    /// Nothing has come yet.
    init(_ mark: FlightMark) {
        self.mark = mark
    }
}
