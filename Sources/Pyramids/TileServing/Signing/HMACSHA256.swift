internal import Files

/// The keyed hash HMAC-SHA256 (RFC 2104).
enum HMACSHA256 {
    /// The bytes of a block of SHA-256.
    private static let blockBytes = 64

    /// The 32 bytes of a message's hash.
    ///
    /// - Complexity: O(bytes).
    static func hash(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let short = key.count > blockBytes ? SHA256Hash.hash(key) : key
        let block = short + [UInt8](repeating: 0, count: blockBytes - short.count)
        let inner = SHA256Hash.hash(block.map { $0 ^ 0x36 } + message)
        return SHA256Hash.hash(block.map { $0 ^ 0x5C } + inner)
    }

    /// Whether two hashes are equal, in a time that does not depend on where they differ.
    static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
