internal import Glibc

/// The system's dialog for opening files, or for saving one.
///
/// The dialog is that of the desktop's portal (org.freedesktop.portal.FileChooser); where there is none, that of the
/// programs zenity or kdialog, whichever is installed.
package final class FileDialog: Sendable {
    /// The outcome of a dialog.
    enum Outcome: Hashable, Sendable {
        /// These files were chosen; none if the dialog was canceled.
        case chosen([String])
        /// This kind of dialog cannot be shown here.
        case unavailable
    }

    private let options: FileDialogOptions
    private let programs = CancelableProgram(endedBy: SIGTERM)

    /// Creates a dialog, which is not shown yet.
    package init(_ options: FileDialogOptions) {
        self.options = options
    }

    /// Shows the dialog, and blocks until it is closed, so call it away from the main thread.
    ///
    /// - Returns: the paths of the files that were chosen, no more than one to save; empty if the dialog was canceled.
    /// - Throws: ``FileDialogError`` where no dialog can be shown.
    package func chooseFiles() throws(FileDialogError) -> [String] {
        let options = options.inAbsoluteFolder
        if case .chosen(let paths) = PortalDialog(options).run() { return paths }
        for program in DialogProgram.all {
            guard !programs.isCanceled else { return [] }
            if case .chosen(let paths) = run(program, options) { return paths }
        }
        throw .unavailable
    }

    /// Closes the dialog of a program; that of the portal closes when this process ends.
    package func cancel() {
        programs.cancel()
    }

    private func run(_ program: DialogProgram, _ options: FileDialogOptions) -> Outcome {
        guard let child = programs.start([program.name] + program.arguments(options)) else {
            return programs.isCanceled ? .chosen([]) : .unavailable
        }
        let output = child.readOutput()
        guard let status = programs.finish(child) else { return .chosen([]) }
        return program.outcome(status: status, output: output)
    }
}
