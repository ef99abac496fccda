internal import Concurrency
internal import FilePyramids
internal import Numbers

/// Documents of the IIIF Presentation API.
extension TileRequestHandler {
    /// Answers a request for a manifest or a collection; nil if the address has another form, or nothing of this name is served.
    func presentation(_ parts: [String], _ request: ServerRequest) throws(RequestError) -> AnswerPlan? {
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        // Images and folders may be named as the versions of the Image API.
        let isVersion = ImageAPIVersion.allCases.contains { "\($0.rawValue)" == parts[0] }
        switch parts[1] {
        case PresentationManifest.fileName:
            if isVersion, catalog.entry(named: parts[0]) == nil { return nil }
            return try manifest(of: entry(parts[0]), request)
        case PresentationCollection.fileName:
            if isVersion, catalog.entry(named: parts[1]) != nil { return nil }
            return try collection(of: parts[0], request)
        default: return nil
        }
    }

    private func manifest(of entry: CatalogEntry, _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        let origin = request.origin
        let isLinkedData = request.isForLinkedData
        let perCanvas =
            PresentationManifest.canvasMemory
            + PresentationManifest.namesPerCanvas * (entry.name.utf8.count + origin.utf8.count)
        let canvases = CheckedNumber.product(limits.manifestCanvases, perCanvas) ?? .max
        let memory = CheckedNumber.sum([Self.smallAnswerMemory, canvases]) ?? .max
        return try withImage(entry) { [limits] image in
            .work(
                AnswerWork(.tile, memory: memory, key: "manifest \(image.number) \(origin) \(isLinkedData)") {
                    let budget = ProcessorTimeBudget(seconds: limits.answerSeconds)
                    let manifest = ProcessorTimeBudget.$current.withValue(budget) {
                        PresentationManifest(of: image, limits, origin: origin)
                    }
                    return .presentation(manifest.json, isLinkedData: isLinkedData)
                })
        }
    }

    /// Answers with the collection of a folder by its name; empty for all that is served.
    func collection(of folder: String, _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        let entries = catalog.entries
        let origin = request.origin
        let isLinkedData = request.isForLinkedData
        return .work(
            AnswerWork(.tile, memory: Self.listMemory(entries.count)) {
                guard let collection = PresentationCollection(of: folder, entries, origin: origin) else {
                    throw RequestError(
                        404, "there is no folder of this name. All that is served is in /iiif/collection.json.")
                }
                var answer = ServerAnswer.presentation(collection.json, isLinkedData: isLinkedData)
                answer.freshness = .revalidated
                return answer
            })
    }
}

extension ServerAnswer {
    /// A document of the IIIF Presentation API.
    fileprivate static func presentation(_ json: String, isLinkedData: Bool) -> ServerAnswer {
        let type = isLinkedData ? PresentationText.mediaType : "application/json"
        var answer = ServerAnswer.description(Array(json.utf8), type: type)
        answer.fields.append(Field("Vary", "Accept"))
        return answer
    }
}
