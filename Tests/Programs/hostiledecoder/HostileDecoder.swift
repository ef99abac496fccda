import ChannelImages
import Dispatch
import Glibc
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TilePyramid

/// A program with a decoder process that performs the act named in the image before opening it.
///
/// For each file of the command line it prints the size and a checksum of the pixels, or the error. A file that begins
/// with `hostile: ` has an act after it, such as `hostile: open /etc/passwd`, whose outcome becomes the error. With
/// `--channels` images are shown by their channels, and with `--isolate` everything is decoded by the process.
@main enum HostileDecoder {
    static func main() throws {
        DecoderProcess.enable { path in
            let text = String(decoding: try ImageBytes(.file(path)).read(at: 0, count: 1000), as: UTF8.self)
            guard text.hasPrefix("hostile: ") else { return }
            let words = text.dropFirst("hostile: ".count).split { $0 == " " || $0.isNewline }.map(String.init)
            throw CodecError(.unsupported, file: path, "\(words[0]): \(HostileAct.run(words[0], words.dropFirst()))")
        }
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--isolate") { DecoderProcess.isolateEverything() }
        for path in arguments where !path.hasPrefix("--") {
            do {
                var options = DecodeOptions()
                if arguments.contains("--channels") {
                    options.rendering = try RenderedChannels.find(
                        in: .file(path), ChannelSelection(), options: options)?.rendering
                }
                let image = try openImage(.file(path), options: options)
                // FNV-1a.
                var hash: UInt64 = 0xCBF2_9CE4_8422_2325
                try image.readBands { band in
                    for y in band.rows {
                        let row = UnsafeRawBufferPointer(
                            start: band.row(y), count: image.info.size.width * image.info.layout.bytesPerPixel)
                        for byte in row { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
                    }
                }
                print("\(image.info.container) \(image.info.size) \(String(hash, radix: 16))")
            } catch let error as CodecError {
                print(error.message)
            }
        }
    }
}

/// An act that a library might attempt after an image has taken it over.
enum HostileAct {
    /// Does it, and returns "done" or the reason for which it failed.
    static func run(_ name: String, _ words: ArraySlice<String>) -> String {
        let path = words.first ?? ""
        return switch name {
        case "open": outcome(open(path, O_RDONLY))
        case "open-in-thread": inThread { outcome(open(path, O_RDONLY)) }
        case "list": opendir(path) == nil ? outcome(-1) : "done"
        case "create": outcome(open(path, O_WRONLY | O_CREAT, 0o600))
        case "append": outcome(open(path, O_WRONLY | O_APPEND))
        case "truncate": outcome(truncate(path, 0))
        case "remove": outcome(unlink(path))
        case "rename": outcome(rename(path, path + "2"))
        case "chmod": outcome(chmod(path, 0o777))
        case "socket": outcome(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        case "unix-socket": outcome(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        case "exec": outcome(execute(path))
        case "spawn": outcome(spawn(path))
        case "kill-parent": outcome(kill(getppid(), SIGTERM))
        case "limit-parent": outcome(limit(getppid()))
        case "call": outcome(call(Int(path) ?? -1))
        case "abort": abort()
        default: "unknown"
        }
    }

    private static func outcome(_ result: Int32) -> String {
        result < 0 ? String(cString: strerror(errno)) : "done"
    }

    private static func execute(_ path: String) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        return execv(path, &arguments)
    }

    private static func spawn(_ path: String) -> Int32 {
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        errno = posix_spawn(&process, path, nil, nil, &arguments, nil)
        return errno == 0 ? 0 : -1
    }

    /// Allows a process no more processor time.
    private static func limit(_ process: pid_t) -> Int32 {
        #if arch(arm64)
            let number = 261
        #else
            let number = 302
        #endif
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        return withUnsafeMutablePointer(to: &limit) {
            call(number, Int(process), Int(RLIMIT_CPU.rawValue), Int(bitPattern: $0))
        }
    }

    /// Makes a system call (prlimit64 is for GNU sources only, so Swift does not see it).
    private static func call(_ number: Int, _ first: Int = 0, _ second: Int = 0, _ third: Int = 0) -> Int32 {
        typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
        guard let symbol = dlsym(nil, "syscall") else { return -1 }
        return Int32(
            truncatingIfNeeded: unsafeBitCast(symbol, to: Call.self)(number, first, second, third, 0, 0, 0))
    }

    private static func inThread(_ body: @escaping @Sendable () -> String) -> String {
        let result = UnsafeMutablePointer<String>.allocate(capacity: 1)
        result.initialize(to: "")
        nonisolated(unsafe) let place = result
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            place.pointee = body()
            isDone.signal()
        }
        isDone.wait()
        return result.pointee
    }
}
