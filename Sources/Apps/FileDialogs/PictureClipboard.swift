internal import Files
internal import Glibc

/// Pictures on the clipboard of the desktop, by the programs that are installed for it: those of wl-clipboard, or xclip.
///
/// An object copies or pastes one picture. The calls block until the program has ended, so make them away from the main thread.
package final class PictureClipboard: Sendable {
    /// A program, with the arguments for each task.
    struct Program: Hashable, Sendable {
        /// The words that copy standard input as a picture.
        var copy: [String]
        /// The words that print the types of what is on the clipboard, one a line.
        var types: [String]
        /// The words that print the picture.
        var paste: [String]

        /// wl-clipboard, for Wayland.
        static let wayland = Program(
            copy: ["wl-copy", "--type", pictureType], types: ["wl-paste", "--list-types"],
            paste: ["wl-paste", "--no-newline", "--type", pictureType])
        /// xclip, for X11.
        static let x11 = Program(
            copy: ["xclip", "-selection", "clipboard", "-t", pictureType, "-i"],
            types: ["xclip", "-selection", "clipboard", "-t", "TARGETS", "-o"],
            paste: ["xclip", "-selection", "clipboard", "-t", pictureType, "-o"])
    }

    /// The type of the pictures.
    static let pictureType = "image/png"
    /// The most bytes of a picture that is pasted: 256 MiB.
    package static let byteLimit = 1 << 28
    /// The most bytes of the list of types.
    private static let typesLimit = 1 << 16
    /// The time that a program may take, in seconds.
    package static let timeLimit = 10.0

    /// The most pasted pictures that a program keeps until it ends; of more, the oldest is removed.
    package static let keptLimit = 32

    private let programs: [Program]
    private let running = CancelableProgram(endedBy: SIGKILL)
    private let timeLimit: Double

    /// The clipboard of the session.
    package convenience init() {
        let isWayland = PathText.variable("WAYLAND_DISPLAY")?.isEmpty == false
        self.init(isWayland ? [.wayland, .x11] : [.x11])
    }

    /// A clipboard that tries some programs, each of which may take a time in seconds.
    init(_ programs: [Program], timeLimit: Double = PictureClipboard.timeLimit) {
        self.programs = programs
        self.timeLimit = timeLimit
    }

    /// Copies a PNG file.
    ///
    /// - Throws: ``PictureClipboardError`` if no program is installed, or none succeeds.
    package func copy(_ path: String) throws(PictureClipboardError) {
        var failure: PictureClipboardError?
        for program in programs {
            guard let child = running.start(program.copy, input: path, discardsOutput: true) else { continue }
            if running.finish(child, by: ChildProcess.now + timeLimit) == 0 { return }
            failure = failure ?? .failed(program: program.copy[0])
        }
        throw running.isCanceled ? .canceled : failure ?? .unavailable
    }

    /// Ends the program that copies or pastes, and starts none any more; call it on any thread.
    package func cancel() {
        running.cancel()
    }

    /// Writes the picture on the clipboard to a new file.
    ///
    /// - Returns: whether there is a picture; without one, there is no file.
    /// - Throws: ``PictureClipboardError`` if no program is installed, or the picture cannot be read or written.
    package func paste(to path: String) throws(PictureClipboardError) -> Bool {
        var isInstalled = false
        var failure: PictureClipboardError?
        for program in programs {
            do throws(PictureClipboardError) {
                guard let types = try types(program) else { continue }
                isInstalled = true
                guard types.contains(Self.pictureType) else { continue }
                try paste(program, to: path)
                return true
            } catch {
                failure = failure ?? error
            }
        }
        if running.isCanceled { throw .canceled }
        if let failure { throw failure }
        guard isInstalled else { throw .unavailable }
        return false
    }

    /// Writes the picture on the clipboard to a file in a new folder, which is kept until the folders are closed.
    ///
    /// - Returns: the path of the picture; nil if there is none, and then no folder is left.
    /// - Throws: ``PictureClipboardError`` as ``paste(to:)`` does.
    package func paste(in folders: PictureFolders) throws(PictureClipboardError) -> String? {
        let path = try folders.makePicture()
        do throws(PictureClipboardError) {
            if try paste(to: path) {
                folders.keep(path)
                return path
            }
        } catch {
            folders.remove(path)
            throw error
        }
        folders.remove(path)
        return nil
    }

    /// The types on the clipboard; nil if the program is not installed.
    private func types(_ program: Program) throws(PictureClipboardError) -> [String]? {
        guard let child = running.start(program.types) else { return nil }
        let deadline = ChildProcess.now + timeLimit
        var bytes: [UInt8] = []
        let isComplete = child.readOutput(upTo: Self.typesLimit, until: deadline) { piece in
            bytes += piece
            return true
        }
        // What was not read to its end may never end.
        _ = running.finish(child, by: isComplete ? deadline : 0)
        guard isComplete else { throw .failed(program: program.types[0]) }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    private func paste(_ program: Program, to path: String) throws(PictureClipboardError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notWritten(path: path, errno: errno) }
        defer { close(descriptor) }
        guard let child = running.start(program.paste) else {
            unlink(path)
            throw .unavailable
        }
        let deadline = ChildProcess.now + timeLimit
        var code: Int32 = 0
        let isComplete = child.readOutput(upTo: Self.byteLimit, until: deadline) { piece in
            let result = piece.withUnsafeBytes { bytes in
                Result { () throws(DescriptorIO.Failure) in try DescriptorIO.write(bytes, to: descriptor) }
            }
            if case .failure(let failure) = result { code = failure.code }
            return code == 0
        }
        let status = running.finish(child, by: isComplete ? deadline : 0)
        guard isComplete, status == 0 else {
            unlink(path)
            throw code != 0 ? .notWritten(path: path, errno: code) : .failed(program: program.paste[0])
        }
    }
}

/// An error that says why a picture cannot be copied or pasted.
package enum PictureClipboardError: Error, Hashable, CustomStringConvertible {
    /// No program for the clipboard is installed.
    case unavailable
    /// A program has failed, has taken too long, or its picture is too large.
    case failed(program: String)
    /// ``PictureClipboard/cancel()`` was called.
    case canceled
    /// The picture cannot be written.
    case notWritten(path: String, errno: Int32)

    /// The fault and the remedy.
    package var description: String {
        switch self {
        case .unavailable:
            "pictures need wl-clipboard or xclip, and none of them works here. Install wl-clipboard on Wayland, or xclip."
        case .failed(let program):
            "\(program) has failed, or there were more than \(PictureClipboard.byteLimit >> 20) MiB or "
                + "\(Int(PictureClipboard.timeLimit)) s. Try again, or use a file."
        case .canceled: "copying or pasting was canceled. Try again."
        case .notWritten(let path, let code):
            "\(path): writing failed: \(String(cString: strerror(code))). Name another folder with TMPDIR."
        }
    }
}
