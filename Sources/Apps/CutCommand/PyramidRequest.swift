package import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
package import RemotePyramids
internal import TileContainers
internal import TileStores
internal import ToolSupport

/// Pyramids to inspect or verify, and the form of the report.
package struct PyramidRequest: Sendable {
    /// The pyramids' paths or addresses.
    package var paths: [String]
    /// The formats that are recognized; default all.
    package var formats = PyramidFormats.standard
    /// The network settings for addresses; by default with the cache that the tools share.
    package var network = NetworkAccess()
    /// The folders in which the images of a list may lie, at any depth, besides its own; default none.
    package var allowedFolders: [String] = []
    /// Whether reports are JSON objects, one per line; default false.
    package var reportsJSON = false
    /// Whether only problems are reported; default false.
    package var isQuiet = false

    /// Creates a request about pyramids, with the defaults.
    package init(paths: [String]) {
        self.paths = paths
    }
}

extension PyramidRequest {
    /// Opens each pyramid and calls `body` with it and its name for messages; failures are reported, and the next pyramid
    /// follows.
    ///
    /// - Parameters:
    ///   - signals: ends the work after a signal.
    ///   - isOther: does what there is to do with a path that is not a pyramid, and returns the status; nil for pyramids.
    ///   - fallback: does what there is to do with a file that turns out to be no pyramid, and returns the status; nil if that
    ///     is a failure.
    ///   - body: does the work.
    /// - Returns: ``ExitStatus/success``, or the first other status that `body` returned.
    func forEachPyramid(
        _ signals: SignalWatcher, unless isOther: (String) async throws -> ExitStatus? = { _ in nil },
        orElse fallback: (String) throws -> ExitStatus? = { _ in nil },
        _ body: (_ name: String, OpenedPyramid) async throws -> ExitStatus
    ) async -> ExitStatus {
        var result = ExitStatus.success
        for path in paths where signals.received == nil {
            let name = PyramidLocation(path).publicText
            ToolProcess.begin(name, tool: "tilecut")
            var status: ExitStatus
            do {
                if let other = try await isOther(path) {
                    status = other
                } else if let opened = try await Pyramids.open(
                    PyramidLocation(path), network: network, formats: formats)
                {
                    status = try await body(name, opened)
                } else if let other = try fallback(path) {
                    status = other
                } else {
                    throw Self.notAPyramid(path)
                }
            } catch {
                let failure = Failure(error, image: name, signal: signals.received)
                Console.message("tilecut: \(failure.text)")
                status = failure.status
            }
            if result == .success {
                result = status
            }
        }
        return result
    }

    /// Opens a pyramid.
    ///
    /// - Throws: `StoreError` or `CodecError` if there is none at `path`, or it cannot be read.
    static func open(
        _ path: String, network: NetworkAccess, formats: PyramidFormats
    ) async throws -> OpenedPyramid {
        guard let opened = try await Pyramids.open(PyramidLocation(path), network: network, formats: formats) else {
            throw notAPyramid(path)
        }
        return opened
    }

    /// Returns the error for a file that is not a pyramid: an image, a damaged image, or something else.
    private static func notAPyramid(_ path: String) -> any Error {
        if let head = try? FileSystem.readWhole(path, limit: PyramidCandidate.headLength), ShardFile.isShard(head: head)
        {
            return StoreError(
                .malformed, path: path,
                "this is a shard of a pyramid. Merge it with the others first: tilecut merge OUTPUT")
        }
        if let fault = DescriptorFault.find(in: path) { return fault }
        do {
            _ = try openImage(.file(path))
            return StoreError(.malformed, path: path, "this is an image, not a pyramid. Cut it first: tilecut \(path)")
        } catch let error as CodecError where [.damaged, .truncated, .inputOutput].contains(error.code) {
            return error
        } catch {
            return StoreError(
                .malformed, path: path, "this is neither a pyramid nor an image of a known format. Check the path.")
        }
    }
}
