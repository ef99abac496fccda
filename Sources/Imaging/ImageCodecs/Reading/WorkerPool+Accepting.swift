internal import Concurrency

extension WorkerPool {
    /// Does pieces of work like ``perform(_:_:)``, and resumes after pieces that fail with a `Problem`.
    ///
    /// - Parameters:
    ///   - count: the number of pieces.
    ///   - work: does one, by its number, on any thread.
    ///   - accept: takes the number of a failed piece and its problem, on the calling thread; it may throw.
    /// - Throws: other errors of `work`, and errors of `accept`.
    func perform<Problem: Error>(
        _ count: Int, _ work: (WorkerContext, Int) throws -> Void, accepting accept: (Int, Problem) throws -> Void
    ) throws {
        var done = 0
        while done < count {
            let start = done
            do {
                try perform(count - start) { context, piece in
                    do {
                        try work(context, start + piece)
                    } catch let problem as Problem {
                        throw FailedPiece(number: start + piece, problem: problem)
                    }
                }
                done = count
            } catch let failure as FailedPiece<Problem> {
                try accept(failure.number, failure.problem)
                done = failure.number + 1
            }
        }
    }
}

/// A piece of work and the reason that it failed.
private struct FailedPiece<Problem: Error>: Error {
    var number: Int
    var problem: Problem
}
