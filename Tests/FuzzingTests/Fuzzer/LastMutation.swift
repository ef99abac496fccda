import Glibc

/// The mutation whose header is being parsed, in the file that the environment variable `TILEKIT_FUZZ_MUTATION` names.
///
/// libFuzzer keeps the input that ends the process, but does not know of a mutation before it is returned.
enum LastMutation {
    private static let file: CInt =
        getenv("TILEKIT_FUZZ_MUTATION").map { open($0, O_RDWR | O_CREAT | O_TRUNC, 0o600) } ?? -1

    /// Parses something of a mutation, which stays in the file if the process ends.
    static func whileParsing(_ mutation: [UInt8], _ parse: ([UInt8]) -> Bool) -> Bool {
        guard file >= 0 else { return parse(mutation) }
        _ = mutation.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        _ = ftruncate(file, mutation.count)
        defer { _ = ftruncate(file, 0) }
        return parse(mutation)
    }
}
