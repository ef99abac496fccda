import Concurrency
import Dispatch
import FileDialogs

/// Copies and pastes pictures in the background, one at a time, and removes those that were pasted in the end.
@MainActor
final class WindowClipboard {
    /// The outcome of a task.
    enum Outcome: Sendable {
        case copied
        case notCopied(PictureClipboardError)
        /// A picture was pasted to a file in a folder of its own; nil if there was none.
        case pasted(path: String?)
        case notPasted(PictureClipboardError)
    }

    /// The copying or pasting of one picture.
    private final class Transfer: Sendable {
        let clipboard = PictureClipboard()
        let isPasting: Bool
        let outcome = Locked<Outcome?>(nil)

        init(isPasting: Bool) {
            self.isPasting = isPasting
        }
    }

    /// The present copying or pasting; nil if there is none.
    private var transfer: Transfer?
    private let folders = PictureFolders()
    /// The programs that copy or paste, whose end is waited for when the window closes.
    private let programs = DispatchGroup()

    /// The longest time that the end of the viewer waits for a picture to be copied, in seconds; and for a killed program.
    private static let waitLimit = 1.0

    /// Copies a file, and removes its folder then.
    ///
    /// - Parameters:
    ///   - path: the file, in a folder of its own.
    ///   - onEnd: called on another thread when it is done.
    /// - Returns: `false` if another picture is being copied.
    func copy(_ path: String, onEnd: @escaping @Sendable () -> Void) -> Bool {
        let folders = folders
        folders.add(path)
        let isStarted = start(Transfer(isPasting: false), onEnd) { clipboard in
            defer { folders.remove(path) }
            do throws(PictureClipboardError) {
                try clipboard.copy(path)
                return .copied
            } catch {
                return .notCopied(error)
            }
        }
        if !isStarted { DispatchQueue.global().async { folders.remove(path) } }
        return isStarted
    }

    /// Pastes a picture, if there is one on the clipboard; returns `false` if a picture is being copied.
    func paste(onEnd: @escaping @Sendable () -> Void) -> Bool {
        start(Transfer(isPasting: true), onEnd) { [folders] clipboard in
            do throws(PictureClipboardError) {
                return .pasted(path: try clipboard.paste(in: folders))
            } catch {
                return .notPasted(error)
            }
        }
    }

    /// Starts a task, and ends a paste that is going on: the program that owns the clipboard may never answer it.
    private func start(
        _ new: Transfer, _ onEnd: @escaping @Sendable () -> Void,
        _ task: @escaping @Sendable (PictureClipboard) -> Outcome
    ) -> Bool {
        if let transfer {
            guard transfer.isPasting else { return false }
            transfer.clipboard.cancel()
        }
        transfer = new
        DispatchQueue.global(qos: .userInitiated).async(group: programs) {
            let result = task(new.clipboard)
            new.outcome.withLock { $0 = result }
            onEnd()
        }
        return true
    }

    /// The outcome of the task that has ended, once; nil before.
    func takeOutcome() -> Outcome? {
        guard let result = transfer?.outcome.withLock({ $0.take() }) else { return nil }
        transfer = nil
        return result
    }

    /// Ends a paste, gives a picture that is being copied a moment, and removes the pictures that were pasted.
    func close() {
        if transfer?.isPasting == true { transfer?.clipboard.cancel() }
        if programs.wait(timeout: .now() + Self.waitLimit) == .timedOut {
            transfer?.clipboard.cancel()
            _ = programs.wait(timeout: .now() + Self.waitLimit)
        }
        folders.close()
    }
}
