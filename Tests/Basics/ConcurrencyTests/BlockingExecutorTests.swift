import Concurrency
import TestLimits
import Testing

@Suite(.timeLimited) struct BlockingExecutorTests {
    private struct Failure: Error, Equatable {}

    @Test func `the result and the error of asynchronous work reach the caller`() throws {
        let seven = try waitForAsyncWork { 7 }
        #expect(seven == 7)
        #expect(throws: Failure.self) { try waitForAsyncWork { throw Failure() } }
    }

    @Test func `work ends even if all threads of the cooperative pool wait for it`() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                group.addTask {
                    try waitForAsyncWork {
                        await Task.yield()
                        return number
                    }
                }
            }
            let sum = try await group.reduce(0, +)
            #expect(sum == 63 * 32)
        }
    }

    @Test func `work that may block can be awaited`() async throws {
        let seven = try await withBlockingAllowed { try waitForAsyncWork { 7 } }
        #expect(seven == 7)
    }
}
