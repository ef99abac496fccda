internal import Foundation
public import Testing

extension Trait where Self == TimeLimitTrait {
    /// Ends each test of a suite that hangs, after five minutes.
    ///
    /// The time begins when the test does, and includes its wait for a processor. `Tools/run-tests` lets few tests begin
    /// at once; a plain `swift test` begins all of them, so there the limit is an hour.
    public static var timeLimited: Self {
        let isBounded = ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"] != nil
        return .timeLimit(.minutes(isBounded ? 5 : 60))
    }
}
