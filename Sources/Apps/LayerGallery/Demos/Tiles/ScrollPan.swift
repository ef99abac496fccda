internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

extension Demo {
    /// Dragging moves the origin of the scroll layer's bounds, and the picture with the pointer.
    static let scrollPan = Demo("scroll-pan", "A picture follows the pointer", times: [0, 0.5, 1]) { stage in
        let view = ScrollLayer()
        view.frame = Rect(x: 60, y: 40, width: 200, height: 160)
        view.borderWidth = 2
        view.backgroundColor = DemoColors.yellow
        view.scrollMode = .both
        let picture = Layer()
        picture.frame = Rect(x: 0, y: 0, width: 320, height: 200)
        picture.contents = DemoImages.landscape
        view.addSublayer(picture)
        stage.root.addSublayer(view)
        var last: Point?
        stage.onPointer = { event in
            switch event.phase {
            case .down: last = event.position
            case .moved:
                guard let before = last else { return }
                view.scroll(to: view.bounds.origin - (event.position - before))
                last = event.position
            case .up, .exited: last = nil
            }
        }
        stage.drag([Point(x: 200, y: 150), Point(x: 160, y: 140), Point(x: 110, y: 120)], times: [0.1, 0.4, 0.9])
    }
}
