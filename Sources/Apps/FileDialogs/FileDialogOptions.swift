/// What a dialog for opening files shows.
public struct FileDialogOptions: Hashable, Sendable {
    /// The title of the dialog.
    public var title: String
    /// The folder that is shown first; nil, the default, for the one that the system chooses.
    public var folder: String?
    /// The name of the files that are offered, such as "Images".
    public var filterName: String
    /// The file extensions that are offered, in lower case and without the dot; all files can be shown instead.
    public var fileExtensions: [String]

    /// Creates the options of a dialog.
    public init(title: String, folder: String? = nil, filterName: String, fileExtensions: [String]) {
        (self.title, self.folder, self.filterName) = (title, folder, filterName)
        self.fileExtensions = fileExtensions
    }

    /// The patterns of names that are offered, in lower and in upper case.
    var patterns: [String] { fileExtensions.flatMap { ["*.\($0)", "*.\($0.uppercased())"] } }
}
