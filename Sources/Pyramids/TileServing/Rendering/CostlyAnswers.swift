internal import Caching
internal import Concurrency

/// Remembers which files cost more than answers may, so that asking again costs nothing.
///
/// From any thread.
final class CostlyAnswers: Sendable {
    /// The most files that are kept in mind.
    static let fileLimit = 10_000

    /// The fewest pixels of each file whose decoding took too long.
    private let pixels = SharedCache<String, Int>(limit: fileLimit)
    private let seconds: Double

    /// Remembers nothing yet.
    ///
    /// - Parameter seconds: the processor time that an answer may take.
    init(seconds: Double) { self.seconds = seconds }

    /// Refuses an answer at least as costly as one of the same file that took too long.
    ///
    /// - Parameters:
    ///   - file: identifies the file and its state.
    ///   - decodedPixels: the pixels that are decoded for the answer.
    ///   - tiles: the pixels of the image.
    /// - Throws: the error with the status 503.
    func check(_ file: String, decodedPixels: Int, of tiles: any DecodedTiles) throws(RequestError) {
        guard let least = pixels.value(for: file), decodedPixels >= least else { return }
        throw Self.refusal(seconds: seconds, levelAdvice: tiles.levelAdvice)
    }

    /// Makes an answer within the budget, or remembers that it took too long; blocks.
    ///
    /// - Parameters:
    ///   - file: identifies the file and its state.
    ///   - decodedPixels: the pixels that are decoded for the answer.
    ///   - tiles: the pixels of the image.
    ///   - make: makes it, and checks the current `ProcessorTimeBudget` meanwhile.
    /// - Returns: the answer.
    /// - Throws: the error with the status 503 when the budget is exhausted, and what `make` throws.
    func make<Answer>(
        _ file: String, decodedPixels: Int, of tiles: any DecodedTiles, _ make: () throws -> Answer
    ) throws -> Answer {
        do {
            return try ProcessorTimeBudget.$current.withValue(ProcessorTimeBudget(seconds: seconds)) { try make() }
        } catch is ProcessorTimeBudget.Exhausted {
            let least = min(decodedPixels, pixels.value(for: file) ?? .max)
            pixels.insert(least, for: file, cost: 1)
            throw Self.refusal(seconds: seconds, levelAdvice: tiles.levelAdvice)
        }
    }

    /// The error with the status 503 for what takes more processor time than an answer may.
    ///
    /// - Parameters:
    ///   - seconds: the processor time.
    ///   - levelAdvice: the way to smaller levels, as the end of a sentence.
    /// - Returns: the error.
    static func refusal(seconds: Double, levelAdvice: String = "adds its smaller levels") -> RequestError {
        var error = RequestError(
            503,
            "this takes more than \(seconds.formatted) of processor time, which is the most for an answer. Request a smaller part; or "
                + "whoever serves the image raises the time for an answer, or \(levelAdvice).")
        error.isLasting = true
        return error
    }
}

extension Double {
    /// A number of seconds, without a fraction of zero.
    fileprivate var formatted: String {
        let text = self == rounded() ? "\(Int(exactly: self) ?? 0)" : "\(self)"
        return text == "1" ? "1 second" : "\(text) seconds"
    }
}
