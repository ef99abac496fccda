internal import CMicroHTTPD
internal import Glibc

/// Hands answers to libmicrohttpd.
enum AnswerSender {
    /// Keeps the bytes of a body, and the reservation of their memory, until they are sent.
    private final class BodyOwner {
        let bytes: [UInt8]
        private let reservation: BodyMemory.Reservation

        init(_ bytes: [UInt8], _ reservation: BodyMemory.Reservation) {
            (self.bytes, self.reservation) = (bytes, reservation)
        }
    }

    /// Queues an answer on the thread of its connection (`MHD_queue_response`).
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - reservation: the memory of its body.
    ///   - connection: the connection, in a call of the function that handles requests.
    ///   - closes: whether the connection is closed after the answer.
    /// - Returns: what that function returns.
    static func queue(
        _ answer: PreparedAnswer, _ reservation: BodyMemory.Reservation, on connection: OpaquePointer, closes: Bool
    ) -> MHD_Result {
        let response =
            answer.status == 304
            ? bodilessResponse(stating: answer.range.count) : response(answer.body, answer.range, reservation)
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
        _ body: ServerAnswer.Body, _ range: Range<Int>, _ reservation: BodyMemory.Reservation
    ) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes): response(BodyOwner(bytes, reservation), range)
        case .file(let part): response(part, range)
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

    private static func response(_ part: ServedFilePart, _ range: Range<Int>) -> OpaquePointer? {
        guard !range.isEmpty else { return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT) }
        // The response closes its descriptor, also when the file is served no longer.
        let copy = fcntl(part.file.number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        let start = part.range.lowerBound + range.lowerBound
        let response = MHD_create_response_from_fd_at_offset64(UInt64(range.count), copy, UInt64(start))
        if response == nil { close(copy) }
        return response
    }
}
