/// An error that says why no dialog could be shown.
public struct FileDialogError: Error, Hashable, CustomStringConvertible {
    /// The fault and the remedy.
    public let message: String

    /// The message.
    public var description: String { message }

    /// The error for a system without any dialog.
    static let unavailable = FileDialogError(
        message: "No file dialog is installed. Install zenity, kdialog or xdg-desktop-portal with the backend of your "
            + "desktop, or drop a file on the window.")
}
