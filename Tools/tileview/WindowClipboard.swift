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

    private var isBusy = false
    private let outcome = Locked<Outcome?>(nil)
    private let folders = PictureFolders()
    /// The copying of a picture, which the end of the program waits for.
    private let copying = DispatchGroup()

    /// The longest time that the end of the program waits for a picture to be copied, in seconds.
    private static let waitLimit = 1.0

    /// Copies a file, and removes its folder then.
    ///
    /// - Parameters:
    ///   - path: the file, in a folder of its own.
    ///   - onEnd: called on another thread when it is done.
    /// - Returns: `false` if something is being copied or pasted.
    func copy(_ path: String, onEnd: @escaping @Sendable () -> Void) -> Bool {
        let folders = folders
        let copying = copying
        folders.add(path)
        copying.enter()
        let isStarted = start(onEnd) {
            defer {
                folders.remove(path)
                copying.leave()
            }
            do throws(PictureClipboardError) {
                try PictureClipboard().copy(path)
                return .copied
            } catch {
                return .notCopied(error)
            }
        }
        if !isStarted {
            copying.leave()
            DispatchQueue.global().async { folders.remove(path) }
        }
        return isStarted
    }

    /// Pastes a picture, if there is one on the clipboard; returns `false` if something is being copied or pasted.
    func paste(onEnd: @escaping @Sendable () -> Void) -> Bool {
        start(onEnd) { [folders] in
            do throws(PictureClipboardError) {
                return .pasted(path: try PictureClipboard().paste(in: folders))
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

    /// Waits a moment for a picture that is being copied, and removes the pictures that were pasted.
    func close() {
        _ = copying.wait(timeout: .now() + Self.waitLimit)
        folders.close()
    }
}
