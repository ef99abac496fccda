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
    private var contents = GeoJSONDocument()
    /// Reads the file again once the scale of the document is known; nil if that is not needed.
    private var readAgain: (@MainActor () -> Void)?
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
    var scale: AnnotationScale { context.metadata.map { AnnotationScale(of: $0) } ?? .pixels }

    /// Reads the annotations of a document in the background.
    ///
    /// - Parameters:
    ///   - document: the document, which is shown.
    ///   - receive: takes the annotations, and the size of a pixel by a known length; nil if there are none. Not called if
    ///     another document is shown meanwhile.
    func open(_ document: Document, then receive: @escaping @MainActor @Sendable (AnnotationList?) -> Void) {
        let chosenPath = stores.isEmpty ? context.settings.annotations : nil
        // Pages of other sizes are other images.
        let name = "\(document.path) \(document.size)"
        let store = stores[name] ?? AnnotationStore(AnnotationFile(of: document, chosenPath: chosenPath))
        stores[name] = store
        self.store = store
        contents = GeoJSONDocument()
        readAgain = nil
        wasFound = false
        failure = nil
        savedRevision = 0
        isReading = true
        read(store, of: document, then: receive)
    }

    private func read(
        _ store: AnnotationStore, of document: Document,
        then receive: @escaping @MainActor @Sendable (AnnotationList?) -> Void
    ) {
        let state = document.state
        let scale = state.isReadingDetails ? nil : AnnotationScale(of: state.metadata)
        context.inBackground {
            Result { () throws(AnnotationFileError) in try store.read(in: scale) }
        } then: { [weak self, weak document] result in
            guard let self, let document, document === context.document, isReading else { return }
            if case .failure(let error) = result, error.isUndecided, scale == nil {
                readAgain = { [weak self, weak document] in
                    guard let self, let document else { return }
                    read(store, of: document, then: receive)
                }
                return documentDidChange(document)
            }
            isReading = false
            receive(take(result))
            context.scene.setNeedsFrame()
        }
    }

    /// Reads the file that waits for the scale of a document, once that is known.
    func documentDidChange(_ document: Document) {
        guard document === context.document, !document.state.isReadingDetails, let read = readAgain.take() else {
            return
        }
        read()
    }

    private func take(_ result: Result<GeoJSONDocument?, AnnotationFileError>) -> AnnotationList? {
        switch result {
        case .success(let read):
            guard var read else { return nil }
            wasFound = true
            let list = AnnotationList(read.annotations, calibration: read.statement?.calibration)
            read.annotations = []
            contents = read
            if read.opaqueCount > 0 {
                context.post(
                    "\(NumberText.count(read.opaqueCount, "annotation")) cannot be shown, and are kept in the file.",
                    .warning, isAboutDocument: true)
            }
            return list
        case .failure(let error):
            failure = "\(error)"
            context.post(context.message(of: error), isAboutDocument: true)
            return nil
        }
    }

    /// Saves a list of annotations in the background if it has changed.
    func save(_ list: AnnotationList) {
        guard list.revision != savedRevision, let store, let document = context.document else { return }
        savedRevision = list.revision
        var metadata = document.state.metadata
        metadata.calibration = list.calibration
        let scale = AnnotationScale(of: metadata)
        var content = contents
        content.annotations = list.annotations
        content.statement = ImageStatement(
            name: store.imageName, size: document.size, scale: scale,
            isCalibrated: list.calibration != nil && metadata.projection == nil)
        let mailbox = context.mailbox
        store.write(
            AnnotationStore.Snapshot(document: content, scale: scale), context.settings.inBackground
        ) { outcome in
            switch outcome {
            case .success(let (path, isNew)):
                guard isNew else { return }
                let text = "Annotations are kept in \(ShownPath.text(path))"
                mailbox.post(.message(Message(.information, text, duration: 4)))
            case .failure(let error):
                mailbox.post(.failure("The annotations were not saved", error))
            }
        }
    }

    /// Stops saving, because no document is shown.
    func leave() {
        store = nil
        contents = GeoJSONDocument()
        readAgain = nil
        wasFound = false
        failure = nil
        isReading = false
        savedRevision = 0
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
            self.init(imageAddress: document.path, imageSize: document.size, chosenPath: chosenPath)
        } else {
            self.init(imagePath: document.path, imageSize: document.size, chosenPath: chosenPath)
        }
    }
}
