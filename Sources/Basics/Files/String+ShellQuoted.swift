extension String {
    /// The string as one word of a POSIX shell's command line, with quotes only if they are needed.
    package var shellQuoted: String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,@%:="
        guard !isEmpty, allSatisfy(plain.contains) else {
            return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        }
        return self
    }
}
