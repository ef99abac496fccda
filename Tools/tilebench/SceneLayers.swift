internal import JSONDocuments
internal import LayerKinds
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension Layer {
    /// Makes a layer of a scene, with its sublayers.
    static func make(_ description: JSONObject, scale: Double) throws(JSONError) -> Layer {
        let layer = try plain(description)
        layer.frame = try description.rect("frame")
        if description.has("transform") { layer.affineTransform = try description.transform("transform") }
        if description.has("color") { layer.backgroundColor = try description.color("color") }
        if description.has("opacity") { layer.opacity = try description.number("opacity") }
        if description.has("cornerRadius") { layer.cornerRadius = try description.number("cornerRadius") }
        if description.has("borderWidth") { layer.borderWidth = try description.number("borderWidth") }
        if description.has("borderColor") { layer.borderColor = try description.color("borderColor") }
        layer.masksToBounds = try description.bool("masksToBounds")
        if description.has("shadow") { try layer.setShadow(description.object("shadow")) }
        if description.has("image") {
            layer.contents = try description.image("image")
            layer.magnificationFilter = try description.string("filter") == "linear" ? .linear : .nearest
        }
        if description.has("drawing") {
            layer.contents = try .drawing(description.objects("drawing"), layer.bounds.size, scale: scale)
            layer.contentsScale = scale
        }
        if description.has("mask") { layer.mask = try make(description.object("mask"), scale: scale) }
        if description.has("sublayers") {
            for sublayer in try description.objects("sublayers") {
                layer.addSublayer(try make(sublayer, scale: scale))
            }
        }
        return layer
    }

    /// Makes a layer of the kind that the description needs.
    private static func plain(_ description: JSONObject) throws(JSONError) -> Layer {
        if description.has("shape") { return try shape(description.object("shape")) }
        if description.has("gradient") { return try gradient(description.object("gradient")) }
        return Layer()
    }

    private static func shape(_ description: JSONObject) throws(JSONError) -> Layer {
        let layer = ShapeLayer()
        let style = try description.strokeStyle()
        layer.path = try description.shape("path")
        layer.fillColor = description.has("fill") ? try description.color("fill") : nil
        layer.fillRule = try description.fillRule()
        layer.strokeColor = description.has("stroke") ? try description.color("stroke") : nil
        layer.lineWidth = style.width
        layer.lineJoin = style.join
        layer.lineCap = style.cap
        layer.lineDashPattern = style.dashPattern
        return layer
    }

    private static func gradient(_ description: JSONObject) throws(JSONError) -> Layer {
        let layer = GradientLayer()
        layer.gradientKind = try description.string("kind") == "radial" ? .radial : .axial
        layer.colors = try description.gradientColors()
        layer.locations = try description.gradientLocations()
        layer.startPoint = try description.point("start")
        layer.endPoint = try description.point("end")
        return layer
    }

    private func setShadow(_ description: JSONObject) throws(JSONError) {
        self.shadowOffset = try description.point("offset")
        self.shadowRadius = try description.number("radius")
        self.shadowColor = try description.color("color")
        self.shadowOpacity = try description.number("opacity")
    }
}

extension PixelBuffer {
    /// Makes the bitmap of a layer by the operations of a drawing.
    fileprivate static func drawing(
        _ operations: [JSONObject], _ size: Size, scale: Double
    ) throws(JSONError) -> PixelBuffer {
        let size = PixelSize(width: Int(size.width * scale), height: Int(size.height * scale))
        return try .drawn(size: size, scale: scale) { (context: inout PixelContext) throws(JSONError) in
            for operation in operations {
                try context.perform(operation)
            }
        }
    }
}

extension PixelContext {
    /// Performs an operation of a drawing.
    fileprivate mutating func perform(_ operation: JSONObject) throws(JSONError) {
        switch try operation.string("op") {
        case "save": saveGState()
        case "restore": restoreGState()
        case "concatenate": concatenate(try operation.transform("transform"))
        case "fillColor": fillColor = try operation.color("color")
        case "shadow": shadow = try operation.has("blur") ? Shadow(operation) : nil
        case "fill": fill(try operation.shape("path"), rule: try operation.fillRule())
        case "fillRect": fill(try operation.rect("rect"))
        case "stroke":
            strokeColor = try operation.color("color")
            strokeStyle = try operation.strokeStyle()
            stroke(try operation.shape("path"))
        case "image": draw(try operation.image("image"), in: try operation.rect("rect"), isSmooth: false)
        case "clip": clip(to: try operation.shape("path"), rule: try operation.fillRule())
        case "clipRect": clip(to: try operation.rect("rect"))
        case "linearGradient":
            drawLinearGradient(
                try Gradient(operation), start: try operation.point("start"), end: try operation.point("end"),
                options: try GradientDrawingOptions(operation))
        case "radialGradient":
            let start = try operation.numbers("start", count: 3)
            let end = try operation.numbers("end", count: 3)
            drawRadialGradient(
                try Gradient(operation), startCenter: Point(x: start[0], y: start[1]), startRadius: start[2],
                endCenter: Point(x: end[0], y: end[1]), endRadius: end[2],
                options: try GradientDrawingOptions(operation))
        case let name: throw JSONError(at: operation.path(of: "op"), "\(name): this operation is not known")
        }
    }
}

extension Gradient {
    fileprivate init(_ operation: JSONObject) throws(JSONError) {
        self.init(colors: try operation.gradientColors(), locations: try operation.gradientLocations())
    }
}

extension GradientDrawingOptions {
    fileprivate init(_ operation: JSONObject) throws(JSONError) {
        self = []
        if try operation.bool("before") { insert(.drawsBeforeStartLocation) }
        if try operation.bool("after") { insert(.drawsAfterEndLocation) }
    }
}

extension Shadow {
    fileprivate init(_ operation: JSONObject) throws(JSONError) {
        self.init(
            offset: try operation.point("offset"), blur: try operation.number("blur"),
            color: try operation.color("color"))
    }
}
