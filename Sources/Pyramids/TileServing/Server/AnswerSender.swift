internal import CMicroHTTPD
internal import Glibc

/// Hands answers to libmicrohttpd.
enum AnswerSender {
    /// Keeps the bytes of a body, and the reservation of their memory, until they are sent.
    private final class BodyOwner {
        let bytes: [UInt8]
        private let reservation: BodyMemory.Reservation

        init(_ bytes: [UInt8], _ reservation: BodyMemory.Reservation) {
            self.bytes = bytes
            self.reservation = reservation
        }
    }

    /// Reads a body from its file, block by block, while it is sent (`MHD_create_response_from_callback`).
    ///
    /// `MHD_create_response_from_fd` would let the system copy the file (`sendfile`), which is not faster with blocks of this
    /// size, and would wait until the connection is idle for too long if the file has become shorter.
    private final class FileBody {
        private let part: ServedFilePart
        private let reservation: BodyMemory.Reservation
        private let start: Int
        private let fail: @Sendable (String) -> Void

        init(
            _ part: ServedFilePart, _ reservation: BodyMemory.Reservation, start: Int,
            fail: @escaping @Sendable (String) -> Void
        ) {
            self.part = part
            self.reservation = reservation
            self.start = start
            self.fail = fail
        }

        /// Reads the bytes from an offset of the body; returns their number, or `MHD_CONTENT_READER_END_WITH_ERROR`.
        func read(at offset: UInt64, into buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
            // Checked: the library asks for bytes of the body, which is a part of a file.
            let count = pread(part.file.number, buffer, capacity, start + Int(offset))
            guard count <= 0 else { return count }
            fail(
                count == 0
                    ? "the file has become shorter while it was sent"
                    : "the file cannot be read: \(ServerError.text(of: errno))")
            return -2
        }
    }

    /// Queues an answer on the thread of its connection (`MHD_queue_response`).
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - reservation: the memory of its body.
    ///   - connection: the connection, in a call of the function that handles requests.
    ///   - closes: whether the connection is closed after the answer.
    ///   - fail: called with a reason, on the same thread, if the body cannot be read to its end; the connection is closed
    ///     then.
    /// - Returns: what that function returns.
    static func queue(
        _ answer: PreparedAnswer, _ reservation: BodyMemory.Reservation, on connection: OpaquePointer, closes: Bool,
        fail: @escaping @Sendable (String) -> Void
    ) -> MHD_Result {
        let response =
            answer.status == 304
            ? bodilessResponse(stating: answer.range.count) : response(answer.body, answer.range, reservation, fail)
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        for field in answer.fields {
            // Refuses values with line feeds; the answer goes without them.
            MHD_add_response_header(response, field.name, field.value)
        }
        if closes { MHD_add_response_header(response, "Connection", "close") }
        return MHD_queue_response(connection, CUnsignedInt(answer.status), response)
    }

    private static func response(
        _ body: ServerAnswer.Body, _ range: Range<Int>, _ reservation: BodyMemory.Reservation,
        _ fail: @escaping @Sendable (String) -> Void
    ) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes): response(BodyOwner(bytes, reservation), range)
        case .file(let part):
            response(
                FileBody(part, reservation, start: part.range.lowerBound + range.lowerBound, fail: fail), range)
        }
    }

    /// A response to a status without a body, in which libmicrohttpd states the length of the body that the client has.
    private static func bodilessResponse(stating byteCount: Int) -> OpaquePointer? {
        // The function is never called; it would end the connection. A block of no bytes would be refused.
        MHD_create_response_from_callback(UInt64(byteCount), 1, { _, _, _, _ in -2 }, nil, nil)
    }

    private static func response(_ owner: BodyOwner, _ range: Range<Int>) -> OpaquePointer? {
        guard !range.isEmpty else { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        // The elements of an array stay where they are as long as it is kept and not changed.
        let base = owner.bytes.withUnsafeBufferPointer(\.baseAddress)
        guard let start = base.map({ UnsafeMutableRawPointer(mutating: $0 + range.lowerBound) }) else { return nil }
        let context = Unmanaged.passRetained(owner)
        let response = MHD_create_response_from_buffer_with_free_callback_cls(
            range.count, start,
            { context in
                if let context { Unmanaged<BodyOwner>.fromOpaque(context).release() }
            }, context.toOpaque())
        if response == nil { context.release() }
        return response
    }

    private static func response(_ body: FileBody, _ range: Range<Int>) -> OpaquePointer? {
        guard !range.isEmpty else { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        let context = Unmanaged.passRetained(body)
        let response = MHD_create_response_from_callback(
            UInt64(range.count), min(range.count, ServerAnswer.Body.fileBlock),
            { context, offset, buffer, capacity in
                context.map {
                    Unmanaged<FileBody>.fromOpaque($0).takeUnretainedValue().read(at: offset, into: buffer, capacity)
                } ?? -2
            }, context.toOpaque(),
            { context in
                if let context { Unmanaged<FileBody>.fromOpaque(context).release() }
            })
        if response == nil { context.release() }
        return response
    }
}
