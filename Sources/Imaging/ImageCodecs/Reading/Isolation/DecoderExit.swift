internal import Glibc
internal import ImageMetadata
internal import ImageSources
internal import Numbers

/// The end of a decoder process that has not answered.
enum DecoderExit: Hashable {
    /// It exited with a status.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32)
    /// It neither delivered anything nor used the processor, and was ended.
    case stalled
    /// It sent something that no decoder sends, and was ended.
    case malformed
    /// It could not be started; the `errno` of the call.
    case notStarted(Int32)

    /// Creates the end that a status of `waitpid` describes.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signaled(signal)
    }

    /// The error for an image whose decoder ended in this way, with the limits that the process had.
    func error(file: String, budget: DecoderBudget) -> CodecError {
        switch self {
        case .exited(DecoderServer.noMemoryStatus): noMemory(file: file, budget: budget)
        case .exited(DecoderServer.noThreadsStatus):
            CodecError(
                .inputOutput, file: file,
                "the system refuses the decoder more threads. Raise its limit (ulimit -u), or end other programs.")
        case .exited(DecoderServer.stackOverflowStatus):
            CodecError(
                .damaged, file: file,
                "the decoder ran out of stack: elements are nested too deeply. Simplify the file, or get an intact copy."
            )
        case .signaled(SIGXCPU):
            CodecError(
                .unsupported, file: file,
                "decoding takes more than \(budget.seconds) s of processor time, the limit for a file like this. If you "
                    + "trust it, raise the limit of seconds.")
        case .signaled(SIGSYS):
            // The filter of system calls in its sandbox.
            CodecError(
                .damaged, file: file,
                "the decoder was ended because it tried what no image needs: to start a program, to open a connection, or "
                    + "to reach another process. Do not trust this file: get it from somewhere else.")
        case .signaled(SIGKILL):
            // A crash has another signal.
            CodecError(
                .inputOutput, file: file,
                "the decoder was killed, probably because the system has too little memory. Free some, and try again.")
        case .signaled(let number):
            ScarceMemory.error(file, detail: " (\(String(cString: strsignal(number))))")
                ?? CodecError(
                    .damaged, file: file,
                    "the decoder crashed (\(String(cString: strsignal(number)))). The file is probably damaged: get an intact "
                        + "copy.")
        case .stalled:
            CodecError(
                .damaged, file: file,
                "the decoder has done nothing for \(DecodeLimits.stallSeconds) s and was stopped. Try again; if that "
                    + "does not help, get an intact copy.")
        case .exited, .malformed:
            ScarceMemory.error(file)
                ?? CodecError(
                    .damaged, file: file, "the decoder ended before the last row. Try again, or get an intact copy.")
        case .notStarted(let code):
            CodecError(
                .inputOutput, file: file,
                "the decoder could not be started (\(String(cString: strerror(code)))). Allow more memory and processes, "
                    + "and try again.")
        }
    }

    private func noMemory(file: String, budget: DecoderBudget) -> CodecError {
        if let limit = ScarceMemory.limit, limit / 2 < budget.memory {
            return CodecError(
                .inputOutput, file: file,
                "there is not enough memory to decode it: this process may use \(NumberText.bytes(limit)) (ulimit -v). "
                    + "Allow more.")
        }
        return CodecError(
            .unsupported, file: file,
            "decoding takes more than \(NumberText.bytes(budget.memory)) of memory, the limit for a file like this. If "
                + "you trust it, raise the limit of memory.")
    }
}
