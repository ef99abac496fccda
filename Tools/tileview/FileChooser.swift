import Concurrency
import Dispatch
import FileDialogs

/// Shows at most one dialog for opening files at a time, in the background.
@MainActor
final class FileChooser {
    private typealias Outcome = Result<[String], FileDialogError>

    private var dialog: FileDialog?
    private let outcome = Locked<Outcome?>(nil)

    /// Shows a dialog.
    ///
    /// - Parameters:
    ///   - options: what it shows.
    ///   - onEnd: called on another thread when it is closed.
    /// - Returns: `false` if there is one already.
    func start(_ options: FileDialogOptions, onEnd: @escaping @Sendable () -> Void) -> Bool {
        guard self.dialog == nil else { return false }
        let dialog = FileDialog(options)
        self.dialog = dialog
        DispatchQueue.global(qos: .userInitiated).async { [outcome] in
            let result = Outcome { () throws(FileDialogError) in try dialog.chooseFiles() }
            outcome.withLock { $0 = result }
            onEnd()
        }
        return true
    }

    /// The paths that were chosen, none if the dialog was canceled, or why it could not be shown, once; nil before.
    func takeResult() -> Result<[String], FileDialogError>? {
        guard let result = outcome.withLock({ $0.take() }) else { return nil }
        dialog = nil
        return result
    }

    /// Closes the dialog.
    func cancel() {
        dialog?.cancel()
    }
}
