internal import FilePyramids
internal import Glibc
internal import ImageCodecs
internal import ImageMetadata
internal import JSONDocuments
internal import Numbers
package import RemotePyramids
internal import PyramidTools
internal import TilePyramid
internal import TileStores
package import ToolSupport

/// Decodes regions of a pyramid for the program that has started this one, such as the Python package, without copies.
///
/// Both talk over a UNIX stream socket, which is standard input. The first line is the pyramid's description in JSON. A request is
/// a line of JSON, {`level`, `x`, `y`, `width`, `height`}, in pixels of the level; then follows a byte with the descriptor of
/// memory for the pixels: a file in memory of exactly `width` × `height` × 4 bytes, all of them zero, which is sealed against shrinking.
/// The answer is a line: an empty object, or {`file`, `message`, `status`} of a failure. The end of the socket ends the process, and so
/// does a request that cannot be read, or whose memory is missing: it is answered with status 64 first.
package struct PixelServer: Sendable {
    private let path: String
    private let network: NetworkAccess

    /// The most bytes of a request, which takes about 100.
    static let requestLimit = 4096
    /// The furthest position of a region, in pixels.
    private static let furthest = 1 << 40

    /// Creates a server of a pyramid.
    ///
    /// - Parameters:
    ///   - path: its path or address.
    ///   - network: the settings for addresses.
    package init(_ path: String, network: NetworkAccess) {
        self.path = path
        self.network = network
    }

    /// Answers requests until the other program closes the socket.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the failure to open the pyramid, which is the only answer then.
    package func run() async -> ExitStatus {
        let name = PyramidLocation(path).publicText
        ToolProcess.begin(name, tool: "tilecut")
        let opened: OpenedPyramid
        do {
            opened = try await PyramidRequest.open(path, network: network, formats: .standard)
        } catch {
            let failure = Failure(error, image: name, signal: nil)
            send(failure.json)
            return failure.status
        }
        let reader = PyramidPixelReader(opened, name: name)
        guard send(reader.description(of: opened)) else { return .inputOutput }
        while let request = receiveLine() {
            do {
                try write(request, reader, opened.source.pyramid)
                guard send("{}") else { break }
            } catch let malformed as MalformedRequest {
                // Nobody knows where the next one begins.
                let failure = Failure(malformed.error, image: name, signal: nil)
                send(failure.json)
                return failure.status
            } catch {
                guard send(Failure(error, image: name, signal: nil).json) else { break }
            }
        }
        return .success
    }

    /// A request that cannot be read, or whose memory is missing.
    private struct MalformedRequest: Error {
        /// The fault as it is reported.
        let error: CodecError

        init(_ message: String) {
            error = CodecError(.invalidRequest, file: "", message)
        }
    }

    /// Decodes what a request names into the memory that follows it.
    ///
    /// - Throws: `MalformedRequest`, and errors in decoding, after which the next request can be read.
    private func write(_ request: [UInt8], _ reader: PyramidPixelReader, _ pyramid: Pyramid) throws {
        let level: Int
        let region: PixelRect
        do {
            let object = try JSONObject(JSONValue(parsing: request))
            level = try object.integer(
                "level", in: pyramid.presentLevels.lowerBound...pyramid.presentLevels.upperBound - 1)
            let side = 1...CheckedNumber.longestSide
            region = PixelRect(
                x: try object.integer("x", in: -Self.furthest...Self.furthest),
                y: try object.integer("y", in: -Self.furthest...Self.furthest),
                width: try object.integer("width", in: side), height: try object.integer("height", in: side))
        } catch {
            throw MalformedRequest("a request for pixels is not valid: \(error).")
        }
        guard
            let bytes = CheckedNumber.product(region.size.width, region.size.height, PyramidPixelReader.bytesPerPixel),
            let memory = SharedMemory(receivedFrom: STDIN_FILENO, byteCount: bytes)
        else {
            throw MalformedRequest("the memory for \(region.size) pixels is missing, or may shrink.")
        }
        try reader.write(region, ofLevel: level, to: memory.base)
        withExtendedLifetime(memory) {}
    }

    /// Sends a line; false if nobody receives it.
    @discardableResult
    private func send(_ line: String) -> Bool {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(STDIN_FILENO, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Receives a line without its end; nil at the end of the socket, and for a line that is too long.
    ///
    /// Byte by byte: the next one may come with a descriptor.
    private func receiveLine() -> [UInt8]? {
        var line: [UInt8] = []
        while line.count < Self.requestLimit {
            var byte: UInt8 = 0
            let count = recv(STDIN_FILENO, &byte, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            guard byte != UInt8(ascii: "\n") else { return line }
            line.append(byte)
        }
        return nil
    }
}

extension Failure {
    /// The failure as a JSON object.
    fileprivate var json: String {
        JSONText.object([
            ("file", JSONText.string(file)), ("message", JSONText.string(message)), ("status", "\(status.rawValue)"),
        ])
    }
}
