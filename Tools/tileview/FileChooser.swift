import Concurrency
import Dispatch
import FileDialogs

/// Shows at most one dialog for files at a time, in the background.
@MainActor
final class FileChooser {
    private typealias Outcome = Result<[String], FileDialogError>

    /// The purpose of the chosen files.
    enum Purpose {
        case opening, export
    }

    private var dialog: FileDialog?
    private var purpose = Purpose.opening
    private let outcome = Locked<Outcome?>(nil)

    /// Shows a dialog.
    ///
    /// - Parameters:
    ///   - options: what it shows.
    ///   - purpose: what the files are for.
    ///   - onEnd: called on another thread when it is closed.
    /// - Returns: `false` if there is one already.
    func start(_ options: FileDialogOptions, for purpose: Purpose, onEnd: @escaping @Sendable () -> Void) -> Bool {
        guard self.dialog == nil else { return false }
        let dialog = FileDialog(options)
        self.dialog = dialog
        self.purpose = purpose
        DispatchQueue.global(qos: .userInitiated).async { [outcome] in
            let result = Outcome { () throws(FileDialogError) in try dialog.chooseFiles() }
            outcome.withLock { $0 = result }
            onEnd()
        }
        return true
    }

    /// The paths that were chosen, none if the dialog was canceled, or why it could not be shown, once; nil before.
    func takeResult() -> (purpose: Purpose, paths: Result<[String], FileDialogError>)? {
        guard let result = outcome.withLock({ $0.take() }) else { return nil }
        dialog = nil
        return (purpose, result)
    }

    /// Closes the dialog.
    func cancel() {
        dialog?.cancel()
    }
}
