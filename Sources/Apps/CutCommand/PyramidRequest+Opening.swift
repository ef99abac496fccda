internal import ImageCodecs
internal import TileStores
internal import ToolSupport

extension PyramidRequest {
    /// Does something with each pyramid; one that fails does not keep the others from their turn.
    ///
    /// - Parameters:
    ///   - signals: stops the run.
    ///   - body: returns the status of its pyramid.
    /// - Returns: success, or the status of the first pyramid that has another.
    func forEachPyramid(
        _ signals: SignalWatcher, _ body: (_ path: String, OpenedPyramid) async throws -> ExitStatus
    ) async -> ExitStatus {
        var result = ExitStatus.success
        for path in paths where signals.received == nil {
            var status: ExitStatus
            do {
                status = try await body(path, Self.open(path, formats: formats))
            } catch {
                let failure = Failure(error, image: path, signal: signals.received)
                Console.message("tilecut: \(failure.text)")
                status = failure.status
            }
            if result == .success {
                result = status
            }
        }
        return result
    }

    /// Opens what has to be a pyramid.
    static func open(_ path: String, formats: PyramidFormats) async throws -> OpenedPyramid {
        guard let opened = try await Pyramids.open(path, formats: formats) else { throw notAPyramid(path) }
        return opened
    }

    /// What a file is that is no pyramid: an image, one that is damaged, or something else.
    private static func notAPyramid(_ path: String) -> any Error {
        do {
            _ = try openImage(.file(path))
            return StoreError(.malformed, path: path, "this is an image and no pyramid. Cut it first: tilecut \(path)")
        } catch let error as CodecError where [.damaged, .truncated, .inputOutput].contains(error.code) {
            return error
        } catch {
            return StoreError(
                .malformed, path: path, "this is neither a pyramid nor an image of a kind that is known here.")
        }
    }
}
