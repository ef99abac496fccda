/// Decides whether moving views are supersampled: as long as that does not make frames late.
///
/// A view at rest always is. After a few late frames in a row, moving views take one sample for each pixel for a while, so that a
/// slow machine does not try in each motion again. No motion changes its look more than once.
struct SupersamplingPolicy: Sendable {
    /// The duration in seconds from which a frame is late: a sixtieth, and a fifth of it for a screen that frames wait for.
    static let lateFrame = 1.2 / 60
    /// The number of late frames in a row after which moving views are not supersampled.
    static let lateFrameLimit = 3
    /// The time in seconds after which the next motion tries again.
    static let pause = 10.0

    /// The number of late frames in a row.
    private var lateFrames = 0
    private var isPaused = false
    /// The time from which a new motion ends the pause.
    private var pauseEnd = 0.0
    /// Whether the last frame showed a moving view.
    private var isMoving = false

    /// Records a frame.
    ///
    /// - Parameters:
    ///   - duration: the seconds from the frame's start until it was handed to the screen.
    ///   - isMoving: whether it showed a moving view; others do not count.
    ///   - time: the time on the clock.
    mutating func recordFrame(duration: Double, isMoving: Bool, at time: Double) {
        isPaused = !isOn(at: time)
        self.isMoving = isMoving
        guard isMoving, !isPaused, duration > Self.lateFrame else {
            lateFrames = 0
            return
        }
        lateFrames += 1
        guard lateFrames >= Self.lateFrameLimit else { return }
        lateFrames = 0
        isPaused = true
        pauseEnd = time + Self.pause
    }

    /// Whether a moving view is supersampled in a frame at a time on the clock.
    func isOn(at time: Double) -> Bool { !isPaused || !isMoving && time >= pauseEnd }
}
