/// Decides whether moving views are sampled as well as views at rest: as long as that does not make frames late.
///
/// After a few late frames in a row, moving views take the fewest samples for a while, so that a
/// slow machine does not try in each motion again. No motion changes its look more than once.
struct SupersamplingPolicy: Sendable {
    /// The duration in seconds from which a frame is late: three quarters of a sixtieth, so that the next one is made in time.
    static let lateFrame = 0.75 / 60
    /// The duration in seconds from which a frame is late that has waited for the screen: a sixtieth, and a fifth of it.
    static let lateFrameOfScreen = 1.2 / 60
    /// The number of late frames in a row after which moving views take fewer samples.
    static let lateFrameLimit = 2
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
    ///   - waitsForScreen: whether frames are handed over at the pace of the screen; false by default.
    ///   - time: the time on the clock.
    mutating func recordFrame(duration: Double, isMoving: Bool, waitsForScreen: Bool = false, at time: Double) {
        isPaused = !isOn(at: time)
        self.isMoving = isMoving
        guard isMoving, !isPaused, duration > (waitsForScreen ? Self.lateFrameOfScreen : Self.lateFrame) else {
            lateFrames = 0
            return
        }
        lateFrames += 1
        guard lateFrames >= Self.lateFrameLimit else { return }
        lateFrames = 0
        isPaused = true
        pauseEnd = time + Self.pause
    }

    /// Whether a moving view is sampled as well as one at rest in a frame at a time on the clock.
    func isOn(at time: Double) -> Bool { !isPaused || !isMoving && time >= pauseEnd }
}
