internal import CLinux
internal import Glibc

/// Messages over a stream socket between a process that wants an image and the decoder process.
///
/// A message is a byte for its kind, eight for its length, and its contents. Rows of pixels, and descriptors of files,
/// follow a message as they are.
final class DecoderChannel {
    /// The other side has closed the socket, or sends something that is not a message.
    enum Failure: Error {
        case closed
        case malformed
    }

    /// The most bytes of a message; metadata of images is smaller.
    static let messageLimit = 256 << 20

    let descriptor: Int32

    /// Takes ownership of a connected stream socket.
    init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sends a message.
    func send(_ kind: DecoderMessageKind, _ contents: [UInt8] = []) throws(Failure) {
        var head = [kind.rawValue]
        withUnsafeBytes(of: UInt64(contents.count).littleEndian) { head += $0 }
        try send(head + contents)
    }

    private func send(_ bytes: [UInt8]) throws(Failure) {
        let isSent = bytes.withUnsafeBytes { bytes in (try? send(raw: bytes)) != nil }
        guard isSent else { throw .closed }
    }

    /// Sends bytes that follow a message.
    func send(raw bytes: UnsafeRawBufferPointer) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .closed }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Sends a descriptor that follows a message; the other process gets one of its own for the same open file.
    func send(descriptor file: Int32) throws(Failure) {
        guard tk_send_descriptor(descriptor, file) == 0 else { throw .closed }
    }

    /// Receives a descriptor that follows a message; the caller closes it.
    func receiveDescriptor() throws(Failure) -> Int32 {
        let file = tk_receive_descriptor(descriptor)
        guard file >= 0 else { throw .closed }
        return file
    }

    /// Receives a message.
    ///
    /// - Parameter wait: called before each system call; returns when something can be received.
    /// - Returns: the kind and the contents of the message.
    /// - Throws: ``Failure``, or what `wait` throws.
    func receive(
        wait: () throws -> Void = {}
    ) throws -> (kind: DecoderMessageKind, contents: [UInt8]) {
        let head = try receive(9, wait: wait)
        let length = head[1...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let kind = DecoderMessageKind(rawValue: head[0]), length <= UInt64(Self.messageLimit) else {
            throw Failure.malformed
        }
        return (kind, try receive(Int(length), wait: wait))
    }

    private func receive(_ count: Int, wait: () throws -> Void) throws -> [UInt8] {
        // Grows with what arrives: the declared length alone takes no memory.
        var bytes: [UInt8] = []
        while bytes.count < count {
            let portion = try [UInt8](unsafeUninitializedCapacity: min(count - bytes.count, 1 << 20)) {
                buffer, filled in
                try receive(into: UnsafeMutableRawBufferPointer(buffer), wait: wait)
                filled = buffer.count
            }
            bytes += portion
        }
        return bytes
    }

    /// Receives bytes that follow a message, until the buffer is full.
    func receive(into buffer: UnsafeMutableRawBufferPointer, wait: () throws -> Void) throws {
        var filled = 0
        while let base = buffer.baseAddress, filled < buffer.count {
            try wait()
            let count = recv(descriptor, base + filled, buffer.count - filled, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure.closed }
            filled += count
        }
    }
}
