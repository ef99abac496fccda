import Concurrency
import Dispatch
import FileDialogs
import Files

/// Copies and pastes pictures in the background, one at a time, and removes the files of those that were pasted in the end.
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

    private var isBusy = false
    private let outcome = Locked<Outcome?>(nil)
    /// The folders of the pictures that were pasted, which exist until ``close()``.
    private let folders = Locked<[String]>([])

    /// Copies a file, and removes its folder then.
    ///
    /// - Parameters:
    ///   - path: the file, in a folder of its own.
    ///   - onEnd: called on another thread when it is done.
    /// - Returns: `false` if something is being copied or pasted.
    func copy(_ path: String, onEnd: @escaping @Sendable () -> Void) -> Bool {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let isStarted = start(onEnd) {
            defer { try? FolderRemoval.remove(folder) }
            do throws(PictureClipboardError) {
                try PictureClipboard().copy(path)
                return .copied
            } catch {
                return .notCopied(error)
            }
        }
        if !isStarted { DispatchQueue.global().async { try? FolderRemoval.remove(folder) } }
        return isStarted
    }

    /// Pastes a picture, if there is one on the clipboard; returns `false` if something is being copied or pasted.
    func paste(onEnd: @escaping @Sendable () -> Void) -> Bool {
        start(onEnd) { [folders] in
            guard let folder = try? TemporaryFiles.makeFolder() else {
                return .notPasted(.notWritten(path: TemporaryFiles.folder, errno: 0))
            }
            let oldest = folders.withLock { folders in
                folders.append(folder)
                return folders.count > PictureClipboard.keptLimit ? folders.removeFirst() : nil
            }
            if let oldest { try? FolderRemoval.remove(oldest) }
            let path = "\(folder)/clipboard.png"
            do throws(PictureClipboardError) {
                return .pasted(path: try PictureClipboard().paste(to: path) ? path : nil)
            } catch {
                return .notPasted(error)
            }
        }
    }

    private func start(_ onEnd: @escaping @Sendable () -> Void, _ task: @escaping @Sendable () -> Outcome) -> Bool {
        guard !isBusy else { return false }
        isBusy = true
        DispatchQueue.global(qos: .userInitiated).async { [outcome] in
            let result = task()
            outcome.withLock { $0 = result }
            onEnd()
        }
        return true
    }

    /// The outcome of the task that has ended, once; nil before.
    func takeOutcome() -> Outcome? {
        guard let result = outcome.withLock({ $0.take() }) else { return nil }
        isBusy = false
        return result
    }

    /// Removes the pictures that were pasted.
    func close() {
        for folder in folders.withLock({ $0 }) { try? FolderRemoval.remove(folder) }
    }
}
