internal import Controls
internal import LayerTree
internal import Numbers
internal import TileContainers

/// The annotations of another map that are shown over the document by coordinates: they can be seen, and not changed.
@MainActor
final class OverlaidAnnotations {
    /// The annotations, in pixels of the document.
    private(set) var entries: [AnnotationList.Entry] = []
    /// Whether a file is being read, or will be once the place of the document is known.
    private(set) var isReading = false
    /// The reasons that requested annotations are not shown; empty if they are, or if none were requested.
    private(set) var failures: [String] = []
    /// The file whose annotations are shown, or are about to be; nil for none.
    private(set) var path: String?
    private let context: ViewerContext
    /// The file that is shown once the place of the document is known.
    private var awaitedPath: String?
    private var isFirst = true

    init(_ context: ViewerContext) {
        self.context = context
    }

    /// Starts again with another document; the file in the settings is for the first document.
    func open(_ document: Document) {
        leave()
        awaitedPath = isFirst ? context.settings.overlaidAnnotations : nil
        path = awaitedPath
        isFirst = false
        isReading = awaitedPath != nil
        documentDidChange(document)
    }

    /// Removes the annotations, because no document is shown.
    func leave() {
        entries = []
        failures = []
        path = nil
        awaitedPath = nil
        isReading = false
    }

    func documentDidChange(_ document: Document) {
        guard document === context.document, !document.state.isReadingDetails, let path = awaitedPath.take() else {
            return
        }
        if let reason = show(path) { fail(reason, Message(.error, reason, duration: 8)) }
    }

    /// Removes the annotations; if there are none, asks for a file.
    func askOrRemove() {
        guard entries.isEmpty else {
            entries = []
            path = nil
            return
        }
        guard let document = context.document, document.state.metadata.projection != nil else {
            return context.post(
                "The image has no place on the Earth, at which annotations could be shown.", .error,
                isAboutDocument: true)
        }
        let folder = document.isRemote ? "" : FilePath.sibling("", of: document.path)
        context.ask(
            TextEntry.Question(
                title: "Annotations of", text: folder, hint: "the GeoJSON file of another map, or one in degrees"
            ) { [weak self] text in self?.show(text) })
    }

    /// Reads a file in the background, and shows it; returns the reason that it cannot be shown, or nil.
    private func show(_ path: String) -> String? {
        guard let document = context.document, let projection = document.state.metadata.projection else {
            isReading = false
            return "The image has no place on the Earth, at which annotations could be shown."
        }
        isReading = true
        self.path = path
        context.inBackground {
            Result { () throws(AnnotationFileError) -> [Annotation] in
                guard let file = try GeoJSONDocument(path: path) else {
                    throw AnnotationFileError(path: path, message: "there is no such file. Check the name.")
                }
                return try file.annotations(on: projection, path: path)
            }
        } then: { [weak self, weak document] result in
            guard let self, let document, document === context.document, isReading else { return }
            isReading = false
            switch result {
            case .success(let annotations):
                entries = AnnotationList.besides(annotations)
                context.features.insert(.annotations)
                context.post(
                    "\(NumberText.count(annotations.count, "annotation")) of \(ShownPath.text(path)) shown by coordinates",
                    isAboutDocument: true)
            case .failure(let error): fail("\(error)", context.message(of: error))
            }
            context.scene.setNeedsFrame()
        }
        return nil
    }

    private func fail(_ reason: String, _ message: Message) {
        failures = [reason]
        path = nil
        context.post(message, isAboutDocument: true)
    }
}
