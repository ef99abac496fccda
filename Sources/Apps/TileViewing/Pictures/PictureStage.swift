public import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The place of the layers of a picture: what a window is to the layers of an app.
///
/// ``LayerPicture/render(size:scale:background:timeout:_:)`` makes one.
@MainActor
public final class PictureStage {
    /// The scene of the layers.
    public let scene: LayerScene
    /// The root layer, which has the size of the picture.
    public var root: Layer { scene.root }
    let dispatcher: InputDispatcher

    init(size: Size, scale: Double, background: Color) {
        let root = Layer()
        root.frame = Rect(origin: .zero, size: size)
        scene = LayerScene(
            root: root,
            size: PixelSize(width: Self.pixels(size.width, scale), height: Self.pixels(size.height, scale)),
            scale: scale,
            background: background)
        dispatcher = InputDispatcher(scene: scene)
    }

    private static func pixels(_ points: Double, _ scale: Double) -> Int { max(1, Int((points * scale).rounded())) }

    /// Adds a controller, such as a map or a scroll controller.
    ///
    /// If its layer has no superlayer, it becomes a sublayer of the root and fills the picture, as in a window.
    public func add(_ controller: any LayerController) {
        dispatcher.add(controller)
        guard controller.layer.superlayer == nil, controller.layer !== root else { return }
        Transaction.run(disablesActions: true) {
            _ = root.addSublayer(controller.layer)
            controller.layer.frame = root.bounds
        }
        controller.update()
    }
}
