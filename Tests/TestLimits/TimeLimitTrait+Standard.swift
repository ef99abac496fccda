internal import Foundation
public import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends each hanging test of a suite after ten minutes.
    ///
    /// The time begins with the test, and includes its wait for a processor and for the main thread, which many tests share.
    /// `Tools/run-tests` starts few tests at once; a plain `swift test` starts all of them, so there the limit is an hour.
    public static var timeLimited: Self {
        let isBounded = ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"] != nil
        return .timeLimit(.minutes(isBounded ? 10 : 60))
    }
}
