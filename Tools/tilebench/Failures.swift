internal import ArgumentParser
internal import Glibc
internal import ImageCodecs
internal import TileStores
internal import ToolSupport

/// Runs a command's work; reports a failure on standard error and throws its exit status.
func reportingFailures(_ body: () throws -> Void) throws {
    // Without this a write beyond the file size limit would end the process instead of failing with an error.
    signal(SIGXFSZ, SIG_IGN)
    do {
        try body()
    } catch  where error is CodecError || error is StoreError {
        writeToStandardError("tilebench: \(error)\n")
        throw ExitCode(ExitStatus(error).rawValue)
    }
}

/// Writes text to standard error, unbuffered.
func writeToStandardError(_ text: String) {
    let bytes = Array(text.utf8)
    // A failure of this write cannot be reported.
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
