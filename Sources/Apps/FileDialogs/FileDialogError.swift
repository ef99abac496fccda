/// An error that says why no dialog could be shown.
package struct FileDialogError: Error, Hashable, CustomStringConvertible {
    /// The fault and the remedy.
    package let message: String

    /// The message.
    package var description: String { message }

    /// The error for a system without any dialog.
    static let unavailable = FileDialogError(
        message: "No file dialog is installed. Install zenity, kdialog or xdg-desktop-portal with the backend of your "
            + "desktop, or drop a file on the window.")
}
