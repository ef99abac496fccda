/// A program that shows a dialog for files and prints the paths of those that were chosen, one a line.
struct DialogProgram: Sendable {
    /// The name of the program, which is searched on the PATH.
    let name: String
    /// The arguments for a dialog.
    let arguments: @Sendable (FileDialogOptions) -> [String]

    /// The programs, in the order in which they are tried.
    static let all = [zenity, kdialog]

    /// zenity, whose dialogs are those of GTK.
    static let zenity = DialogProgram(name: "zenity") { options in
        let kind =
            options.savedName == nil ? ["--multiple", "--separator=\n"] : ["--save", "--confirm-overwrite"]
        var arguments = ["--file-selection"] + kind
        arguments += [
            "--title=\(options.title)",
            "--file-filter=\(options.filterName) | \(options.patterns.joined(separator: " "))",
            "--file-filter=All files | *",
        ]
        if let name = options.savedName {
            arguments.append("--filename=\(options.savedPath(name))")
        } else if let folder = options.folder {
            // With a slash at the end it is a folder to show, and not a file to select.
            arguments.append("--filename=\(folder)/")
        }
        return arguments
    }

    /// kdialog, whose dialogs are those of KDE.
    static let kdialog = DialogProgram(name: "kdialog") { options in
        let filter = "\(options.filterName) (\(options.patterns.joined(separator: " ")))\nAll files (*)"
        // A relative name would begin in a folder of the program's choice.
        let kind =
            options.savedName.map { ["--getsavefilename", options.savedPath($0)] }
            ?? ["--multiple", "--separate-output", "--getopenfilename", options.folder ?? "."]
        return ["--title", options.title] + kind + [filter]
    }

    /// The outcome of a dialog whose program has ended.
    ///
    /// Both programs exit with 1 when the dialog is canceled.
    func outcome(status: Int32, output: String) -> FileDialog.Outcome {
        switch status {
        case 0: .chosen(output.split(separator: "\n").map(String.init))
        case 1: .chosen([])
        default: .unavailable
        }
    }
}
