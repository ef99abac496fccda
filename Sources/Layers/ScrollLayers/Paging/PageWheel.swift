internal import LayerTree

/// The response of pages to a wheel or a trackpad: a horizontal notch turns one page, and two fingers drag the pages.
struct PageWheel {
    var classifier = WheelClassifier()
    /// The horizontal notches since the last page was turned.
    private var notches = 0.0
    /// The distance in points by which two fingers on a trackpad have dragged the pages to the right; nil without a drag.
    private(set) var translation: Double?
    /// The time at which a drag ends without further events: few systems report that fingers are lifted.
    private(set) var endTime: Double?

    /// Adds the notches of a wheel.
    ///
    /// - Returns: the pages to turn, forward or back.
    mutating func turn(by notches: Double) -> Int {
        // A change of direction begins again.
        self.notches = (self.notches < 0) == (notches < 0) ? self.notches + notches : notches
        guard abs(self.notches) >= 1 else { return 0 }
        defer { self.notches = 0 }
        return self.notches < 0 ? -1 : 1
    }

    /// Adds the distance in points that two fingers have scrolled to the right.
    mutating func drag(by distance: Double, at time: Double) {
        translation = (translation ?? 0) - distance
        endTime = time + VelocityTracker.stillness
    }

    /// Ends the drag.
    mutating func endDrag() {
        translation = nil
        endTime = nil
    }
}
