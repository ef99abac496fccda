internal import LayerTree
internal import NumberFormatting
internal import ScrollLayers
internal import TileStores

/// The annotations of the document that is shown, and where they are kept.
struct ShownAnnotations: Sendable {
    /// The editor of the annotations.
    var editor = AnnotationEditor()
    /// The store; nil while no document is open.
    var store: AnnotationStore?
    /// The other contents of the file.
    var document = GeoJSONDocument()
    /// Whether the file is being read; until it is, nothing can be edited.
    var isReading = false
    /// Whether editing begins once the file is read.
    var isAwaited = false
    /// Whether there was a file.
    var wasFound = false
    /// The reason that the file could not be read; nil if it could.
    var failure: String?
    /// The revision of the list that was saved last.
    var savedRevision = 0
    /// The press of the primary button that may become a click: its point on the image, and the number of clicks.
    var press: (point: Point, clicks: Int)?
    /// The finger that edits.
    var touch = AnnotationTouch()
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

// MARK: Files

extension Viewer {
    /// Reads the annotations of a document in the background.
    func readAnnotations(of document: Document) {
        annotations = ShownAnnotations()
        let path = document.path
        let store =
            annotationStores[path]
            ?? AnnotationStore(
                AnnotationFile(of: document, chosenPath: annotationStores.isEmpty ? settings.annotations : nil))
        annotationStores[path] = store
        annotations.store = store
        annotations.isReading = true
        let mailbox = mailbox
        settings.inBackground { [weak document] in
            let result = Result { () throws(AnnotationFileError) in try store.read() }
            guard let document else { return }
            mailbox.post(.annotationsRead(result, of: document))
        }
    }

    /// Takes the annotations that were read.
    func receiveAnnotations(_ result: Result<GeoJSONDocument?, AnnotationFileError>, of document: Document) {
        guard document === self.document, annotations.isReading else { return }
        annotations.isReading = false
        switch result {
        case .success(let read):
            guard let read else { break }
            annotations.wasFound = true
            annotations.document = read
            annotations.editor = AnnotationEditor(read.annotations)
            annotations.document.annotations = []
            if read.opaqueCount > 0 {
                post(
                    "\(NumberText.count(read.opaqueCount, "annotation")) cannot be shown, and are kept in the file.",
                    .warning)
            }
        case .failure(let error):
            annotations.failure = "\(error)"
            post("\(error)", .error)
        }
        if annotations.isAwaited { toggleAnnotating() }
        scene.setNeedsFrame()
    }

    /// Saves the annotations in the background if they have changed.
    func saveAnnotations() {
        let list = annotations.editor.list
        guard list.revision != annotations.savedRevision, let store = annotations.store else { return }
        annotations.savedRevision = list.revision
        var content = annotations.document
        content.annotations = list.annotations
        let mailbox = mailbox
        store.write(
            AnnotationStore.Snapshot(document: content, scale: annotationScale),
            settings.inBackground
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

    /// The reasons that requested annotations are not in a screenshot; empty if they are, or if none were requested.
    var annotationFailures: [String] {
        guard let chosen = settings.annotations, features.contains(.annotations) else { return [] }
        if let failure = annotations.failure { return [failure] }
        return annotations.wasFound ? [] : ["\(chosen): there is no such file."]
    }

    private var annotationScale: AnnotationScale {
        document.map { AnnotationScale(of: $0.state.metadata) } ?? .pixels
    }

    /// Shows the annotations in the current view.
    func updateAnnotations() {
        saveAnnotations()
        annotationView.update(
            annotations.editor, isVisible: features.contains(.annotations) && document != nil,
            transform: controller.model.view.transform(in: view.bounds.size), size: view.bounds.size,
            scale: annotationScale)
        let layer = annotationView.layer
        if !annotationView.isNeeded {
            layer.removeFromSuperlayer()
        } else if layer.superlayer == nil {
            scene.root.insertSublayer(layer, below: overlays.layer)
        }
    }
}

// MARK: Commands

extension Viewer {
    /// Begins or ends the editing of annotations.
    func toggleAnnotating() {
        guard document != nil else { return post("No file is open to measure in.", .error) }
        guard !annotations.isReading else {
            annotations.isAwaited.toggle()
            return
        }
        annotations.editor.setOn(!annotations.editor.isOn)
        if annotations.editor.isOn { features.insert(.annotations) }
        scene.setNeedsFrame()
    }

    /// Takes back the last change of the annotations, or makes it again.
    func undoAnnotation(redo isRedo: Bool) {
        let editor = annotations.editor
        guard isRedo ? editor.list.canRedo : editor.list.canUndo || !editor.draft.isEmpty else {
            return post(isRedo ? "There is nothing to redo." : "There is nothing to undo.")
        }
        if isRedo { annotations.editor.redo() } else { annotations.editor.undo() }
        scene.setNeedsFrame()
    }
}
