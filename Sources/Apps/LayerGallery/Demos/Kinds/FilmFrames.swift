internal import Glibc
internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Numbered frames, played at ten a second.
    static let frameSequence = Demo("frame-sequence", "Numbered frames, played as a film", times: [0, 0.3, 0.6]) {
        stage in
        let film = FrameSequenceLayer(DemoImages.film, frameRate: 10)
        film.frame = Rect(x: 60, y: 45, width: 200, height: 150)
        stage.root.addSublayer(film)
    }

    /// The film in a tilted layer with round corners and a red border.
    static let turnedFilm = Demo("turned-film", "A film, turned in space", times: [0, 0.3, 0.6]) { stage in
        let film = FrameSequenceLayer(DemoImages.film, frameRate: 10)
        film.frame = Rect(x: 60, y: 45, width: 200, height: 150)
        film.transform = Transform3D(perspectiveDistance: 500).rotated(.pi / 4, x: 1, y: 1, z: 0)
        film.cornerRadius = 20
        film.masksToBounds = true
        film.borderColor = Color(red: 1, green: 0, blue: 0)
        film.borderWidth = 5
        stage.root.addSublayer(film)
    }

    /// The film keeps its proportions in a layer that has others.
    static let filmGravity = Demo("film-gravity", "A film fits or fills a layer", times: [0, 0.5]) { stage in
        for (index, gravity) in [ContentsGravity.resizeAspect, .resizeAspectFill].enumerated() {
            let film = FrameSequenceLayer(DemoImages.film, frameRate: 10)
            film.frame = Rect(x: 20 + 150 * Double(index), y: 20, width: 130, height: 200)
            film.backgroundColor = .black
            film.contentsGravity = gravity
            film.masksToBounds = true
            stage.root.addSublayer(film)
        }
    }
}
