internal import Controls
internal import LayerTree
internal import Numbers

/// The files of the annotations of all documents that were shown, which are read and written in the background.
@MainActor
final class AnnotationFiles {
    /// Whether the file of the document is being read.
    private(set) var isReading = false
    private let context: ViewerContext
    /// The stores of the documents, by path.
    private var stores: [String: AnnotationStore] = [:]
    /// The store of the document that is shown; nil while none is.
    private var store: AnnotationStore?
    /// The other contents of the file.
    private var document = GeoJSONDocument()
    /// Whether there was a file.
    private var wasFound = false
    /// The reason that the file could not be read; nil if it could.
    private var failure: String?
    /// The revision of the list that was saved last.
    private var savedRevision = 0

    init(_ context: ViewerContext) {
        self.context = context
    }

    /// The reasons that requested annotations are not there; empty if they are, or if none were requested.
    var failures: [String] {
        guard let chosen = context.settings.annotations else { return [] }
        if let failure { return [failure] }
        return wasFound ? [] : ["\(chosen): there is no such file."]
    }

    /// The scale of the document that is shown.
    var scale: AnnotationScale { context.document.map { AnnotationScale(of: $0.state.metadata) } ?? .pixels }

    /// Reads the annotations of a document in the background.
    ///
    /// - Parameters:
    ///   - document: the document, which is shown.
    ///   - receive: takes the annotations; nil if there are none. Not called if another document is shown meanwhile.
    func open(_ document: Document, then receive: @escaping @MainActor @Sendable ([Annotation]?) -> Void) {
        let chosenPath = stores.isEmpty ? context.settings.annotations : nil
        let store =
            stores[document.path] ?? AnnotationStore(AnnotationFile(of: document, chosenPath: chosenPath))
        stores[document.path] = store
        self.store = store
        self.document = GeoJSONDocument()
        wasFound = false
        failure = nil
        savedRevision = 0
        isReading = true
        context.inBackground {
            Result { () throws(AnnotationFileError) in try store.read() }
        } then: { [weak self, weak document] result in
            guard let self, let document, document === context.document, isReading else { return }
            isReading = false
            receive(take(result))
            context.scene.setNeedsFrame()
        }
    }

    private func take(_ result: Result<GeoJSONDocument?, AnnotationFileError>) -> [Annotation]? {
        switch result {
        case .success(let read):
            guard var read else { return nil }
            wasFound = true
            let annotations = read.annotations
            read.annotations = []
            document = read
            if read.opaqueCount > 0 {
                context.post(
                    "\(NumberText.count(read.opaqueCount, "annotation")) cannot be shown, and are kept in the file.",
                    .warning)
            }
            return annotations
        case .failure(let error):
            failure = "\(error)"
            context.post("\(error)", .error)
            return nil
        }
    }

    /// Saves a list of annotations in the background if it has changed.
    func save(_ list: AnnotationList) {
        guard list.revision != savedRevision, let store else { return }
        savedRevision = list.revision
        var content = document
        content.annotations = list.annotations
        let mailbox = context.mailbox
        store.write(
            AnnotationStore.Snapshot(document: content, scale: scale), context.settings.inBackground
        ) { outcome in
            switch outcome {
            case .success(let (path, isNew)):
                guard isNew else { return }
                let text = "Annotations are kept in \(VisibleText.escaped(path))"
                mailbox.post(.message(Message(.information, text, duration: 4)))
            case .failure(let error):
                mailbox.post(.message(Message(.error, "The annotations were not saved: \(error)", duration: 8)))
            }
        }
    }

    /// Waits until everything is saved.
    func wait() {
        stores.values.forEach { $0.wait() }
    }
}

extension AnnotationFile {
    /// The file of a document, of which nothing is read yet.
    fileprivate init(of document: Document, chosenPath: String?) {
        if document.isRemote {
            self.init(imageAddress: document.path, chosenPath: chosenPath)
        } else {
            self.init(imageStem: document.stem, chosenPath: chosenPath)
        }
    }
}
