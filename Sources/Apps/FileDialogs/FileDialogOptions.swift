internal import Files
internal import Glibc

/// The options of a dialog that opens files, or saves one.
package struct FileDialogOptions: Hashable, Sendable {
    /// The title of the dialog.
    package var title: String
    /// The folder that is shown first; nil, the default, for the one that the system chooses.
    package var folder: String?
    /// The name that is suggested for a file to save; nil, the default, for a dialog that opens files.
    ///
    /// A dialog that saves asks by itself before an existing file is replaced.
    package var savedName: String?
    /// The name of the files that are offered, such as "Images".
    package var filterName: String
    /// The file extensions that are offered, in lower case and without the dot; all files can be shown instead.
    package var fileExtensions: [String]

    /// Creates the options of a dialog.
    package init(title: String, folder: String? = nil, filterName: String, fileExtensions: [String]) {
        self.title = title
        self.folder = folder
        self.filterName = filterName
        self.fileExtensions = fileExtensions
    }

    /// The options with an absolute path of the folder: a dialog of another process has another current folder.
    ///
    /// Blocks while the disk is read.
    var inAbsoluteFolder: FileDialogOptions {
        guard let folder, let path = realpath(folder, nil) else { return self }
        defer { free(path) }
        var options = self
        options.folder = PathText.text(path)
        return options
    }

    /// The folder and the suggested name of a file to save; the name alone where no folder is given.
    func savedPath(_ name: String) -> String { folder.map { "\($0)/\(name)" } ?? name }

    /// The patterns of names that are offered, in lower and in upper case.
    var patterns: [String] { fileExtensions.flatMap { ["*.\($0)", "*.\($0.uppercased())"] } }
}
