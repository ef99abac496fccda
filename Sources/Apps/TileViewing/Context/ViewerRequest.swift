/// A request from a viewer to its window.
public enum ViewerRequest: Hashable, Sendable {
    /// Enters or leaves full screen.
    case setFullScreen(Bool)
    /// Shows the system's dialog for opening files, which begins with a folder; nil for its usual folder.
    ///
    /// Pass the chosen files to ``Viewer/open(_:)``.
    case chooseFiles(folder: String?)
    /// Shows the system's dialog for saving a file, which begins with a folder and a name.
    ///
    /// Pass the chosen file to ``Viewer/export(to:)``. If there is no dialog, call ``Viewer/exportBesideImage()``, which asks
    /// whether the export may be written beside the image.
    case chooseExportFile(folder: String, name: String)
    /// Copies text to the clipboard.
    case copy(String)
    /// Passes the text of the clipboard to ``Viewer/paste(_:)``.
    case paste
    /// Copies a PNG file to the clipboard, and removes it, together with its folder, when that is done or has failed.
    case copyPicture(path: String)
    /// Passes the picture on the clipboard, as a temporary file, to ``Viewer/open(_:)``, or else its text to
    /// ``Viewer/openPasted(_:)``.
    case openClipboard
    /// Closes the window.
    case close
}
