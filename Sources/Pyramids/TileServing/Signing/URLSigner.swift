internal import Files
internal import Glibc
internal import Numbers

/// Makes and checks signatures of paths: only clients with a signed address may request it, until it expires.
///
/// The signature is the HMAC-SHA256 of the path, a line feed and the time at which it expires, in hexadecimal digits. The
/// signature of a path with a slash at its end admits everything below it. Requests have both in their query:
/// `?expires=1893456000&signature=…`.
public struct URLSigner: Sendable {
    /// The fewest bytes of a key: as many as the hash has (RFC 2104, section 3).
    static let fewestKeyBytes = 32
    /// The most bytes of a file with a key.
    private static let mostKeyBytes = 4096
    /// The most folders of a path whose signatures are looked for; a path may have more.
    static let depthLimit = 8

    private let key: [UInt8]

    /// Creates a signer; the key is secret.
    init(key: [UInt8]) {
        self.key = key
    }

    /// Creates a signer whose key is the content of a file, without line feeds at the end.
    ///
    /// - Throws: ``ServerError`` if the file cannot be read or the key has fewer than 32 bytes.
    public init(keyFile path: String) throws(ServerError) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw ServerError(.unusableKey, "\(path): the key cannot be read: \(ServerError.text(of: errno)).")
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.mostKeyBytes + 1)
        var count = -1
        bytes.withUnsafeMutableBytes { buffer in
            count = (try? DescriptorIO.read(into: buffer, from: file)) ?? -1
        }
        guard count >= 0, count <= Self.mostKeyBytes else {
            throw ServerError(
                .unusableKey, "\(path): a key is a file of at most \(Self.mostKeyBytes) bytes; choose another file.")
        }
        var key = Array(bytes.prefix(count))
        while let last = key.last, last == 10 || last == 13 { key.removeLast() }
        guard key.count >= Self.fewestKeyBytes else {
            throw ServerError(
                .unusableKey,
                "\(path): a key has at least \(Self.fewestKeyBytes) bytes; make one by: openssl rand -hex 32 > \(path)")
        }
        self.key = key
    }

    /// The query that admits requests of a path until a time.
    ///
    /// - Parameters:
    ///   - path: the path as it is requested, percent-encoded; with a slash at its end for everything below it.
    ///   - expires: the seconds from 1970 at which the signature expires.
    /// - Returns: the query without a question mark: `expires=…&signature=…`.
    public func query(for path: String, expires: Int) -> String {
        let digits = signature(of: path, expires: expires).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "expires=\(expires)&signature=\(digits.joined())"
    }

    /// Checks the signature of a request, and returns the time at which it expires, in seconds from 1970.
    ///
    /// - Throws: an error with the status 403 for a missing, false or expired signature.
    func check(path: String, query: String, now: Int) throws(RequestError) -> Int {
        var (expires, signature): (Int?, [UInt8]?)
        for item in query.split(separator: "&") {
            if item.hasPrefix("expires=") { expires = CheckedNumber.integer(item.dropFirst(8), in: 0 ... .max) }
            if item.hasPrefix("signature=") { signature = Self.bytes(item.dropFirst(10)) }
        }
        guard let expires, let signature else {
            throw RequestError(403, "this address needs a signature; ask for a signed address.")
        }
        guard Self.scopes(of: path).contains(where: { isSignature(signature, of: $0, expires: expires) }) else {
            throw RequestError(403, "the signature is not that of this address; ask for a new one.")
        }
        guard now < expires else {
            throw RequestError(403, "the signature of this address has expired; ask for a new one.")
        }
        return expires
    }

    private func isSignature(_ bytes: [UInt8], of path: String, expires: Int) -> Bool {
        HMACSHA256.areEqual(signature(of: path, expires: expires), bytes)
    }

    private func signature(of path: String, expires: Int) -> [UInt8] {
        HMACSHA256.hash(Array("\(path)\n\(expires)".utf8), key: key)
    }

    /// The path and the folders above it, whose signatures admit it; none for a path that leads up again.
    static func scopes(of path: String) -> [String] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard !parts.contains(where: isDots) else { return [] }
        var folder = "/"
        var scopes = [path]
        for part in parts.dropLast().prefix(depthLimit) {
            scopes.append(folder)
            folder += "\(part)/"
        }
        if folder != path, scopes.count <= depthLimit { scopes.append(folder) }
        return scopes
    }

    /// Whether a part of a path is `.` or `..`, also percent-encoded.
    private static func isDots(_ part: Substring) -> Bool {
        let plain = part.lowercased().split(separator: "%2e", omittingEmptySubsequences: false).joined(separator: ".")
        return plain == "." || plain == ".."
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let values = digits.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == 64, digits.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
