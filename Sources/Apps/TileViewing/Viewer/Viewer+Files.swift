public import Controls

extension Viewer {
    /// Opens files in the background, and shows the first one when it is open; keys step through the others.
    ///
    /// The present document stays until then. A folder that is not a pyramid stands for its images. If a single file is opened,
    /// keys step through the images in its folder. Open files that are dropped on the window in the same way.
    public func open(_ paths: [String]) {
        context.open(paths)
    }

    /// Shows the start screen, with instructions and the recent files, until a file is open.
    public func showStartScreen() {
        startPart.open()
    }

    /// Opens the files and addresses that the text of the clipboard names, in answer to ``ViewerRequest/openClipboard``.
    ///
    /// These are absolute paths, `file://` URLs and addresses, one a line. A message says so if a line is none of them.
    public func openPasted(_ text: String) {
        clipboardPart.open(text)
    }

    /// Shows an open document in its last view.
    public func show(_ document: Document) {
        context.show(document)
    }

    /// Compares the open file with the next files, or changes the mode of the comparison; nil ends it.
    ///
    /// The other files are opened in the background, and closed when the comparison ends.
    public func compare(_ comparison: Comparison?) {
        comparisonPart.compare(comparison)
    }

    /// Compares with documents that are open already.
    func compare(with documents: [Document], _ comparison: Comparison) {
        comparisonPart.compare(with: documents, comparison)
    }

    /// Exports to a file that the user has chosen, in answer to ``ViewerRequest/chooseExportFile(folder:name:)``.
    ///
    /// The file extension selects PNG, TIFF or JPEG; a name without one of these extensions gets one. An existing file is
    /// replaced, except for the open image itself.
    public func export(to path: String) {
        exportPart.export(to: path)
    }

    /// Asks the user whether to export to a new file beside the open one.
    ///
    /// Call it in answer to ``ViewerRequest/chooseExportFile(folder:name:)`` if no dialog can be shown.
    public func exportBesideImage() {
        exportPart.exportBesideImage()
    }

    /// Cancels the running export and removes its output, without waiting; can be called on any thread.
    ///
    /// Call it in a process that ends before ``close()`` has returned.
    public nonisolated func abandonExport() {
        exportPart.abandon()
    }

    /// Shows a message as it is and passes it to ``onMessage``, with its control characters visible.
    public func post(_ message: Message) {
        context.post(message)
    }

    /// Shows a message about a file or another thing with a name, and passes both to ``onMessage``.
    ///
    /// - Parameters:
    ///   - message: the message; what it advises is adapted by ``advise``.
    ///   - name: what comes before a colon and the text, which stays as it is, whatever words it has.
    public func post(_ message: Message, about name: String) {
        var message = message
        message.text = "\(name): \(advise(message.text))"
        context.post(message)
    }

    /// Shows images in the color space of the display from now on; at first it counts as sRGB.
    ///
    /// Call it again when the profile may have changed, such as when the window gets the focus: the same one is not read again.
    public func setDisplay(_ space: DisplayColorSpace) {
        displayPart.show(in: space)
    }

    /// Stops background work and waits until nothing is left half done; views that are being saved are completed.
    ///
    /// Call it before the process ends. Messages of background work are passed to ``onMessage``.
    public func close() {
        document?.close()
        context.parts.all.forEach { $0.close() }
        for message in context.mailbox.take().compactMap(context.message(of:)) { onMessage?(message.escaped) }
    }
}
