/// A program that shows a dialog for opening files and prints the paths of those that were chosen, one a line.
struct DialogProgram: Sendable {
    /// The name of the program, which is searched on the PATH.
    let name: String
    /// The arguments for a dialog.
    let arguments: @Sendable (FileDialogOptions) -> [String]

    /// The programs, in the order in which they are tried.
    static let all = [zenity, kdialog]

    /// zenity, whose dialogs are those of GTK.
    static let zenity = DialogProgram(name: "zenity") { options in
        var arguments = [
            "--file-selection", "--multiple", "--separator=\n", "--title=\(options.title)",
            "--file-filter=\(options.filterName) | \(options.patterns.joined(separator: " "))",
            "--file-filter=All files | *",
        ]
        if let folder = options.folder {
            // With a slash at the end it is a folder to show, and not a file to select.
            arguments.append("--filename=\(folder)/")
        }
        return arguments
    }

    /// kdialog, whose dialogs are those of KDE.
    static let kdialog = DialogProgram(name: "kdialog") { options in
        [
            "--title", options.title, "--multiple", "--separate-output", "--getopenfilename", options.folder ?? ".",
            "\(options.filterName) (\(options.patterns.joined(separator: " ")))\nAll files (*)",
        ]
    }

    /// What became of a dialog whose program has ended: both programs exit with 1 when it is canceled.
    func outcome(status: Int32, output: String) -> FileDialog.Outcome {
        switch status {
        case 0: .chosen(output.split(separator: "\n").map(String.init))
        case 1: .chosen([])
        default: .unavailable
        }
    }
}
